package dev.gale.local;

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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One topology in one JVM. A thread of its own starts and stops workers and watches them; callers wait for it. */
final class LocalRun implements LocalTopology {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRun.class);
    private static final long WATCH_MILLIS = 5;
    private static final long FIRST_RESTART_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_RESTART_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long GOOD_RUN_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** A worker with its endpoint, and since when it runs. */
    private record Running(Worker worker, Endpoint endpoint, long sinceNanos) {}

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

    private volatile TopologyPlan plan;
    private volatile TopologyStatus status = TopologyStatus.STARTING;
    private volatile Map<WorkerSlot, Running> workers = Map.of();

    /** The control thread's alone. */
    private Assignment assignment = new Assignment(0, Map.of());

    private TopologyStatus wanted = TopologyStatus.ACTIVE;
    private long quietTurns = -1;
    private final Map<WorkerSlot, Long> restartAt = new TreeMap<>();
    private final Map<WorkerSlot, Integer> restarts = new TreeMap<>();

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
        AtomicInteger number = new AtomicInteger();
        threads = task -> daemon(task, "gale-" + plan.name() + "-" + number.incrementAndGet());
        control = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-" + plan.name() + "-control"));
    }

    void start() {
        control.execute(() -> {
            assign(plan.settings().workers());
            startAll();
        });
        control.scheduleWithFixedDelay(this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }

    boolean hasEnded() {
        return isEnd(status);
    }

    /** Ends the control thread; the topology has ended. */
    void close() {
        control.shutdown();
        try {
            if (!control.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.error("topology={} its control thread does not end", plan.id());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
        call(() -> {
            checkRuns("activated");
            wanted = TopologyStatus.ACTIVE;
            setActive(true);
            if (status == TopologyStatus.INACTIVE) {
                change(TopologyStatus.ACTIVE);
            }
            return null;
        });
    }

    @Override
    public void deactivate() {
        call(() -> {
            checkRuns("deactivated");
            wanted = TopologyStatus.INACTIVE;
            setActive(false);
            if (status == TopologyStatus.ACTIVE) {
                change(TopologyStatus.INACTIVE);
            }
            return null;
        });
    }

    @Override
    public void kill(Duration wait) {
        if (hasEnded()) {
            return;
        }
        call(() -> {
            if (!hasEnded()) {
                setActive(false);
                awaitNothingPending(wait);
                stopAll();
                change(TopologyStatus.KILLED);
            }
            return null;
        });
    }

    @Override
    public void rebalance(RebalanceOptions options) {
        call(() -> {
            checkRuns("rebalanced");
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
            return null;
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

    private void start(WorkerSlot slot) {
        Worker worker = new Worker(
                plan,
                assignment,
                slot,
                copies,
                registry,
                new Failures(slot),
                spins,
                random.split(),
                System::nanoTime,
                threads);
        Endpoint endpoint = transport.bind(address(slot), identity(slot, Long.toHexString(random.nextLong())), secret);
        Map<WorkerSlot, Running> more = new TreeMap<>(workers);
        more.put(slot, new Running(worker, endpoint, System.nanoTime()));
        workers = more;
        worker.start(endpoint, peer -> new PeerAddress(address(peer), identity(peer, "")));
        worker.setActive(wanted == TopologyStatus.ACTIVE);
    }

    private void stopAll() {
        workers.values().forEach(running -> running.worker.stop());
        for (WorkerSlot slot : List.copyOf(workers.keySet())) {
            stop(slot);
        }
        restartAt.clear();
    }

    private void stop(WorkerSlot slot) {
        Running running = workers.get(slot);
        if (running == null) {
            return;
        }
        running.worker.close();
        running.endpoint.close();
        statistics.keep(running.worker.executors().values());
        Map<WorkerSlot, Running> fewer = new TreeMap<>(workers);
        fewer.remove(slot);
        workers = fewer;
    }

    /** Looks after the workers: some are prepared by now, some are to be started again, all may have finished. */
    private void watch() {
        try {
            long now = System.nanoTime();
            statistics.observe(executors(), now);
            for (Map.Entry<WorkerSlot, Long> due : List.copyOf(restartAt.entrySet())) {
                if (!hasEnded() && now - due.getValue() >= 0) {
                    restartAt.remove(due.getKey());
                    start(due.getKey());
                }
            }
            if (status == TopologyStatus.STARTING && restartAt.isEmpty() && isPrepared()) {
                change(wanted);
            } else if (status == TopologyStatus.ACTIVE && hasFinished()) {
                stopAll();
                change(TopologyStatus.FINISHED);
            }
        } catch (RuntimeException e) {
            LOG.error("topology={} could not be looked after; it is tried again", plan.id(), e);
        }
    }

    private boolean isPrepared() {
        return workers.size() == assignment.slots().size()
                && workers.values().stream().allMatch(running -> running.worker.isPrepared());
    }

    /** Every spout has finished, and twice in a row nothing was under way and nothing had moved. */
    private boolean hasFinished() {
        if (!restartAt.isEmpty()
                || !workers.values().stream()
                        .allMatch(running -> running.worker.isFinished() && running.worker.isAtRest())) {
            quietTurns = -1;
            return false;
        }
        long turns = workers.values().stream()
                .mapToLong(running -> running.worker.turns())
                .sum();
        boolean quiet = turns == quietTurns && isPrepared();
        quietTurns = turns;
        return quiet;
    }

    private void broken(WorkerSlot slot, String reason, Throwable error) {
        Running running = workers.get(slot);
        if (running == null || hasEnded() || restartAt.containsKey(slot)) {
            return;
        }
        long now = System.nanoTime();
        int number = now - running.sinceNanos > GOOD_RUN_NANOS ? 1 : restarts.getOrDefault(slot, 0) + 1;
        restarts.put(slot, number);
        long wait = Math.min(FIRST_RESTART_NANOS << Math.min(number - 1, 20), LONGEST_RESTART_NANOS);
        LOG.error(
                "topology={} slot={} worker is started anew in {} ms: {}",
                plan.id(),
                slot,
                wait / 1_000_000,
                reason,
                error);
        stop(slot);
        restartAt.put(slot, System.nanoTime() + wait);
    }

    private void setActive(boolean active) {
        workers.values().forEach(running -> running.worker.setActive(active));
    }

    private void awaitNothingPending(Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        long turns = -1;
        while (System.nanoTime() - end < 0) {
            long now = workers.values().stream()
                    .mapToLong(running -> running.worker.turns())
                    .sum();
            boolean rests = workers.values().stream().allMatch(running -> running.worker.isAtRest());
            if (pending() == 0 && rests && now == turns) {
                return;
            }
            turns = now;
            TimeUnit.MILLISECONDS.sleep(WATCH_MILLIS);
        }
    }

    private List<RunningExecutor> executors() {
        List<RunningExecutor> all = new ArrayList<>();
        workers.values()
                .forEach(running -> all.addAll(running.worker.executors().values()));
        return all;
    }

    private void checkRuns(String verb) {
        if (hasEnded()) {
            throw new IllegalStateException("Topology '" + name() + "' is " + status + " and cannot be " + verb);
        }
    }

    private synchronized void change(TopologyStatus to) {
        LOG.info("topology={} status={}", plan.id(), to);
        status = to;
        notifyAll();
    }

    private <T> void call(Callable<T> action) {
        Future<T> done;
        try {
            done = control.submit(action);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("Topology '" + name() + "' is " + status + " and cannot be changed", e);
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
            LOG.warn("topology={} component={} task={} reported {}", plan.id(), component, task, error.toString());
            errors.add(component, task, error);
        }

        @Override
        public void broken(String reason, Throwable error) {
            try {
                control.execute(() -> LocalRun.this.broken(slot, reason, error));
            } catch (RejectedExecutionException e) {
                LOG.debug("topology={} ends; {} needs no new worker", plan.id(), slot);
            }
        }
    }
}
