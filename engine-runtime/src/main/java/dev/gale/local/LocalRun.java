package dev.gale.local;

import dev.gale.api.Streams;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.assignment.SpreadOverSlots;
import dev.gale.engine.assignment.WorkerSlot;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.task.TaskLayout;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.executor.RunningExecutor;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.worker.ComponentCopies;
import dev.gale.runtime.worker.PeerAddress;
import dev.gale.runtime.worker.Worker;
import dev.gale.runtime.worker.WorkerListener;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One topology in one JVM. A thread of its own starts and stops workers and watches them; callers wait for it. */
final class LocalRun implements LocalTopology {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRun.class);
    private static final long WATCH_MILLIS = 5;
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long CLOSE_SECONDS = 30;

    /** A worker with its endpoint, whom it tells of failures, and since when it runs. */
    private record Running(Worker worker, Endpoint endpoint, Failures failures, long sinceNanos) {}

    private final ComponentCopies copies;
    private final SerializationRegistry registry;
    private final Transport transport;
    private final SpinPermits spins;
    private final SplittableRandom random;
    private final ErrorLog errors = new ErrorLog();
    private final RunStatistics statistics;
    private final ScheduledExecutorService control;
    private final ThreadFactory threads;
    private final byte[] secret = new byte[32];
    private final AtomicInteger incarnations;

    /** When a wait for pending tuples ends at the latest, since somebody kills the topology; guarded by this. */
    private @Nullable Long killNanos;

    private volatile TopologyPlan plan;
    private volatile TopologyStatus status = TopologyStatus.STARTING;
    private volatile Map<WorkerSlot, Running> workers = Map.of();

    /** The control thread's alone. */
    private Assignment assignment = new Assignment(0, Map.of());

    private TopologyStatus wanted = TopologyStatus.ACTIVE;
    private long quietTurns = -1;
    private final Restarts restarts = new Restarts();

    LocalRun(
            TopologyPlan plan,
            ComponentCopies copies,
            SerializationRegistry registry,
            Transport transport,
            SpinPermits spins,
            SplittableRandom random) {
        this.plan = plan;
        this.copies = copies;
        this.registry = registry;
        this.transport = transport;
        this.spins = spins;
        this.random = random;
        new SecureRandom().nextBytes(secret);
        statistics = new RunStatistics(System::nanoTime);
        incarnations = new AtomicInteger(random.nextInt());
        AtomicInteger number = new AtomicInteger();
        threads = task -> daemon(task, "gale-" + plan.name() + "-" + number.incrementAndGet());
        control = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-" + plan.name() + "-control"));
    }

    void start() {
        try {
            control.execute(() -> {
                if (!hasEnded()) {
                    assign(plan.settings().workers());
                    startAll();
                }
            });
            control.scheduleWithFixedDelay(this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("The cluster is closed", e);
        }
    }

    boolean hasEnded() {
        return isEnd(status);
    }

    /** Kills the topology and ends the control thread; returns at once. */
    void beginClose() {
        killNow(Duration.ZERO);
        try {
            control.execute(() -> end(Duration.ZERO));
        } catch (RejectedExecutionException e) {
            LOG.debug("topology={} has ended", plan.id());
        }
        control.shutdown();
    }

    /** Waits for what {@link #beginClose} began. */
    void awaitClosed() throws InterruptedException {
        if (!control.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
            LOG.error("topology={} its control thread does not end", plan.id());
        }
    }

    @Override
    public String name() {
        return plan.name();
    }

    @Override
    public String id() {
        return plan.id();
    }

    @Override
    public TopologyStatus status() {
        return status;
    }

    @Override
    public TaskLayout layout() {
        return plan.layout();
    }

    @Override
    public void awaitRunning(Duration patience) {
        if (!awaitStatus(TopologyStatus.ACTIVE, patience) && !hasEnded()) {
            throw new IllegalStateException("Topology '" + name() + "' is " + status + " after " + patience.toMillis()
                    + " ms; its components reported " + errors());
        }
    }

    @Override
    public boolean awaitStatus(TopologyStatus wantedStatus, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        synchronized (this) {
            while (status != wantedStatus && !hasEnded()) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return status == wantedStatus;
        }
    }

    @Override
    public TopologyStatistics statistics() {
        return statistics.read(executors());
    }

    @Override
    public long pending() {
        long pending = 0;
        for (RunningExecutor executor : executors()) {
            for (TaskCounters counters : executor.counters().values()) {
                pending += counters.pending().get();
            }
        }
        return pending;
    }

    @Override
    public List<ReportedError> errors() {
        return errors.all();
    }

    @Override
    public void activate() {
        call("activated", () -> {
            wanted = TopologyStatus.ACTIVE;
            setActive(true);
            if (status == TopologyStatus.INACTIVE) {
                change(TopologyStatus.ACTIVE);
            }
        });
    }

    @Override
    public void deactivate() {
        call("deactivated", () -> {
            wanted = TopologyStatus.INACTIVE;
            setActive(false);
            if (status == TopologyStatus.ACTIVE) {
                change(TopologyStatus.INACTIVE);
            }
        });
    }

    @Override
    public void kill(Duration wait) {
        killNow(wait);
        try {
            call("killed", () -> end(wait));
        } catch (IllegalStateException e) {
            if (!hasEnded()) {
                throw e;
            }
        }
    }

    @Override
    public void rebalance(RebalanceOptions options) {
        call("rebalanced", () -> {
            TaskLayout layout = plan.layout().rescaled(options.executors());
            int number = options.workers().orElse(assignment.slots().size());
            if (number < 1) {
                throw new IllegalArgumentException(
                        "Topology '" + name() + "' cannot have " + number + " workers; give 1 or more");
            }
            change(TopologyStatus.REBALANCING);
            setActive(false);
            awaitNothingPending(options.drain());
            stopAll();
            plan = new TopologyPlan(plan.id(), plan.name(), plan.graph(), layout, plan.settings());
            assign(number);
            change(TopologyStatus.STARTING);
            startAll();
        });
        synchronized (this) {
            while (status == TopologyStatus.STARTING) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private void assign(int number) {
        List<WorkerSlot> slots = IntStream.rangeClosed(
                        1, Math.min(number, plan.layout().executors().size()))
                .mapToObj(port -> new WorkerSlot("local", port))
                .toList();
        assignment = new Assignment(assignment.version() + 1, SpreadOverSlots.plan(plan.layout(), slots));
    }

    private void startAll() {
        for (WorkerSlot slot : assignment.slots()) {
            start(slot);
        }
    }

    /** Starts a worker, or tries again later: it runs users' code, such as custom groupings, and needs an address. */
    private void start(WorkerSlot slot) {
        Failures failures = new Failures(slot);
        Worker worker = null;
        Endpoint endpoint = null;
        try {
            worker = new Worker(
                    plan,
                    assignment,
                    slot,
                    copies,
                    registry,
                    failures,
                    transport.maxFrameBytes(),
                    spins,
                    random.split(),
                    System::nanoTime,
                    threads);
            endpoint = transport.bind(address(slot), identity(slot, Long.toHexString(random.nextLong())), secret);
            worker.start(endpoint, peer -> new PeerAddress(address(peer), identity(peer, "")));
            Map<WorkerSlot, Running> more = new TreeMap<>(workers);
            more.put(slot, new Running(worker, endpoint, failures, System.nanoTime()));
            workers = more;
            worker.setActive(wanted == TopologyStatus.ACTIVE);
        } catch (RuntimeException | Error e) {
            if (worker != null) {
                worker.close(System.nanoTime());
            }
            if (endpoint != null) {
                endpoint.close();
            }
            failures.error(Streams.SYSTEM_COMPONENT, 0, e);
            startAgain(slot, 0, "it cannot be started");
        }
    }

    private void startAgain(WorkerSlot slot, long ranNanos, String reason) {
        long wait = restarts.schedule(slot, ranNanos, System.nanoTime());
        LOG.error("topology={} slot={} worker is started anew in {} ms: {}", plan.id(), slot, wait / 1_000_000, reason);
    }

    private void stopAll() {
        long graceEnd = System.nanoTime() + GRACE_NANOS;
        workers.values().forEach(running -> running.worker.stop());
        for (WorkerSlot slot : List.copyOf(workers.keySet())) {
            stop(slot, graceEnd);
        }
        restarts.clear();
    }

    private void stop(WorkerSlot slot, long graceEndNanos) {
        Running running = workers.get(slot);
        if (running == null) {
            return;
        }
        running.worker.close(graceEndNanos);
        statistics.keep(running.worker.executors().values());
        Map<WorkerSlot, Running> fewer = new TreeMap<>(workers);
        fewer.remove(slot);
        workers = fewer;
        running.endpoint.close();
    }

    private void end(Duration wait) {
        if (!hasEnded()) {
            if (status != TopologyStatus.STARTING) {
                setActive(false);
                awaitNothingPending(wait);
            }
            stopAll();
            change(TopologyStatus.KILLED);
        }
    }

    /** Looks after the workers: some are prepared by now, some are to be started again, all may have finished. */
    private void watch() {
        try {
            long now = System.nanoTime();
            statistics.observe(executors(), now);
            restarts.takeDue(now).forEach(this::start);
            if (status == TopologyStatus.STARTING && isPrepared()) {
                change(wanted);
            } else if (status == TopologyStatus.ACTIVE && hasFinished()) {
                stopAll();
                change(TopologyStatus.FINISHED);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("topology={} could not be looked after; it is tried again", plan.id(), e);
        }
    }

    private boolean isPrepared() {
        return restarts.isEmpty()
                && workers.size() == assignment.slots().size()
                && workers.values().stream().allMatch(running -> running.worker.isPrepared());
    }

    /** Every spout has finished, and twice in a row nothing was under way and nothing had moved. */
    private boolean hasFinished() {
        if (!isPrepared() || !workers.values().stream().allMatch(running -> running.worker.isFinished())) {
            quietTurns = -1;
            return false;
        }
        return isQuiet();
    }

    /** Nothing is done or under way, neither in workers nor between them, and nothing was at the last call. */
    private boolean isQuiet() {
        long turns = 0;
        long between = 0;
        for (Running running : workers.values()) {
            if (!running.worker.isAtRest()) {
                quietTurns = -1;
                return false;
            }
            turns += running.worker.turns();
            between += running.worker.sentFrames() - running.worker.receivedFrames();
        }
        boolean quiet = between == 0 && turns == quietTurns;
        quietTurns = turns;
        return quiet;
    }

    /** @param by what the worker told of its failure; what an earlier worker of the slot told comes too late */
    private void broken(WorkerSlot slot, Failures by, String reason) {
        Running running = workers.get(slot);
        if (running == null || running.failures != by || hasEnded()) {
            return;
        }
        long now = System.nanoTime();
        startAgain(slot, now - running.sinceNanos, reason);
        stop(slot, now + GRACE_NANOS);
    }

    private void setActive(boolean active) {
        workers.values().forEach(running -> running.worker.setActive(active));
    }

    private void awaitNothingPending(Duration wait) {
        long end = System.nanoTime() + wait.toNanos();
        quietTurns = -1;
        while (System.nanoTime() - end < 0 && !isKillDue()) {
            if (pending() == 0 && isQuiet()) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS));
        }
    }

    /** From now on nothing waits for pending tuples any longer than this. */
    private synchronized void killNow(Duration wait) {
        long at = System.nanoTime() + wait.toNanos();
        if (killNanos == null || at - killNanos < 0) {
            killNanos = at;
        }
    }

    private synchronized boolean isKillDue() {
        return killNanos != null && System.nanoTime() - killNanos >= 0;
    }

    private List<RunningExecutor> executors() {
        List<RunningExecutor> all = new ArrayList<>();
        workers.values()
                .forEach(running -> all.addAll(running.worker.executors().values()));
        return all;
    }

    private synchronized void change(TopologyStatus to) {
        LOG.info("topology={} status={}", plan.id(), to);
        status = to;
        notifyAll();
        if (isEnd(to)) {
            control.shutdown();
        }
    }

    /** Runs on the control thread and waits for it. @throws IllegalStateException if the topology has ended */
    private void call(String verb, Runnable action) {
        Future<?> done;
        try {
            done = control.submit(() -> {
                if (hasEnded()) {
                    throw ended(verb);
                }
                action.run();
            });
        } catch (RejectedExecutionException e) {
            throw ended(verb);
        }
        try {
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while topology '" + name() + "' changes", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(
                    "Topology '" + name() + "' could not change: " + e.getCause(), e.getCause());
        }
    }

    private IllegalStateException ended(String verb) {
        return new IllegalStateException("Topology '" + name() + "' is " + status + " and cannot be " + verb);
    }

    private String address(WorkerSlot slot) {
        return plan.id() + "/" + slot;
    }

    private PeerIdentity identity(WorkerSlot slot, String incarnation) {
        return new PeerIdentity(plan.id(), slot.toString(), assignment.version(), incarnation);
    }

    private static boolean isEnd(TopologyStatus of) {
        return of == TopologyStatus.KILLED || of == TopologyStatus.FINISHED;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** What the worker on one slot tells. */
    private final class Failures implements WorkerListener {
        private final WorkerSlot slot;

        Failures(WorkerSlot slot) {
            this.slot = slot;
        }

        @Override
        public void error(String component, int task, Throwable error) {
            ReportedError reported = errors.add(component, task, error);
            LOG.warn("topology={} component={} task={} reported {}", plan.id(), component, task, reported.message());
        }

        @Override
        public void broken(String reason, Throwable error) {
            try {
                control.execute(() -> LocalRun.this.broken(slot, this, reason));
            } catch (RejectedExecutionException e) {
                LOG.debug("topology={} ends; {} needs no new worker", plan.id(), slot);
            }
        }

        @Override
        public int freshIncarnation(int task) {
            return incarnations.incrementAndGet();
        }
    }
}
