package dev.gale.local;

import dev.gale.api.Streams;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.schedule.SpreadOverSlots;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.runtime.code.ComponentCopies;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.executor.RunningExecutor;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.worker.PeerAddress;
import dev.gale.runtime.worker.Worker;
import dev.gale.runtime.worker.WorkerListener;
import dev.gale.runtime.worker.WorkerStatistics;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one run: starts and stops them, and starts those that broke anew. Used by the run's control thread alone, but for
 * {@link #executors} and {@link #pending}.
 */
final class RunWorkers {
    private static final Logger LOG = LoggerFactory.getLogger(RunWorkers.class);
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A worker with its endpoint, whom it tells of failures, and since when it runs. */
    private record Running(Worker worker, Endpoint endpoint, Failures failures, long sinceNanos) {}

    private final ComponentCopies copies;
    private final SerializationRegistry registry;
    private final Transport transport;
    private final SpinPermits spins;
    private final SplittableRandom random;
    private final ThreadFactory threads;
    private final ErrorLog errors;
    private final WorkerStatistics statistics;
    private final Executor control;
    private final byte[] secret = new byte[32];
    private final AtomicInteger incarnations;
    private final Restarts restarts = new Restarts();
    private final LogRate logRate = new LogRate();

    private TopologyPlan plan;
    private Assignment assignment = Assignment.none();
    private boolean active;
    private volatile Map<WorkerSlot, Running> workers = Map.of();

    /** @param control runs what workers tell, on the control thread */
    RunWorkers(
            TopologyPlan plan,
            ComponentCopies copies,
            SerializationRegistry registry,
            Transport transport,
            SpinPermits spins,
            SplittableRandom random,
            ThreadFactory threads,
            ErrorLog errors,
            WorkerStatistics statistics,
            Executor control) {
        this.plan = plan;
        this.copies = copies;
        this.registry = registry;
        this.transport = transport;
        this.spins = spins;
        this.random = random;
        this.threads = threads;
        this.errors = errors;
        this.statistics = statistics;
        this.control = control;
        new SecureRandom().nextBytes(secret);
        incarnations = new AtomicInteger(random.nextInt());
    }

    /** Deals the executors of {@code toRun} to so many workers, at most one an executor. Changes nothing. */
    Assignment deal(TopologyPlan toRun, int number) {
        List<WorkerSlot> slots = IntStream.rangeClosed(
                        1, Math.min(number, toRun.layout().executors().size()))
                .mapToObj(port -> new WorkerSlot("local", port))
                .toList();
        return assignment.next(SpreadOverSlots.plan(toRun.layout(), slots));
    }

    /** Workers are started for this from now on. */
    void use(TopologyPlan toRun, Assignment dealt) {
        plan = toRun;
        assignment = dealt;
    }

    /** Starts those that do not run and do not wait for it either. @param over asked before each whether it is too late for that */
    void startMissing(BooleanSupplier over) {
        for (WorkerSlot slot : assignment.slots()) {
            if (over.getAsBoolean()) {
                return;
            }
            if (!workers.containsKey(slot) && !restarts.isWaiting(slot)) {
                start(slot);
            }
        }
    }

    void stopAll() {
        long graceEnd = System.nanoTime() + GRACE_NANOS;
        workers.values().forEach(running -> running.worker.stop());
        for (WorkerSlot slot : List.copyOf(workers.keySet())) {
            stop(slot, graceEnd);
        }
        restarts.clear();
    }

    /** Starts the workers whose wait after a failure is over. */
    void startDue(long nowNanos) {
        restarts.takeDue(nowNanos).forEach(this::start);
    }

    /** Reports executors that are stuck. No worker is started anew for them: their threads would stay. To be called often. */
    void lookForStuck(long nowNanos) {
        workers.values().forEach(running -> running.worker.lookForStuck(nowNanos));
    }

    /** Spouts are asked for tuples, by those that run and those that will, or no longer. */
    void setActive(boolean wanted) {
        active = wanted;
        workers.values().forEach(running -> running.worker.setActive(wanted));
    }

    /** How many workers the executors are dealt to. */
    int number() {
        return assignment.slots().size();
    }

    boolean isPrepared() {
        return restarts.isEmpty()
                && workers.size() == assignment.slots().size()
                && workers.values().stream().allMatch(running -> running.worker.isPrepared());
    }

    /** Every spout has finished, and nothing is under way. */
    boolean hasFinished() {
        return isPrepared() && workers.values().stream().allMatch(running -> running.worker.isFinished()) && isQuiet();
    }

    /**
     * Nothing is done or under way, neither in workers nor between them, in two looks shortly after each other. Shortly, so that ticks
     * seldom come in between.
     */
    boolean isQuiet() {
        long before = turnsAtRest();
        if (before < 0) {
            return false;
        }
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        return turnsAtRest() == before;
    }

    /** The turns of all executors so far, or -1 if something is done or under way. */
    private long turnsAtRest() {
        long turns = 0;
        long between = 0;
        for (Running running : workers.values()) {
            if (!running.worker.isAtRest()) {
                return -1;
            }
            turns += running.worker.turns();
            between += running.worker.sentFrames() - running.worker.receivedFrames();
        }
        return between == 0 ? turns : -1;
    }

    /** Those that run, at this moment. */
    List<RunningExecutor> executors() {
        List<RunningExecutor> all = new ArrayList<>();
        workers.values()
                .forEach(running -> all.addAll(running.worker.executors().values()));
        return all;
    }

    /** Tuples of spouts that are neither acked nor failed, at this moment. */
    long pending() {
        long pending = 0;
        for (RunningExecutor executor : executors()) {
            for (TaskCounters counters : executor.counters().values()) {
                pending += counters.pending().get();
            }
        }
        return pending;
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
            worker.setActive(active);
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

    private void stop(WorkerSlot slot, long graceEndNanos) {
        Running running = workers.get(slot);
        if (running == null) {
            return;
        }
        Map<WorkerSlot, Running> fewer = new TreeMap<>(workers);
        fewer.remove(slot);
        try {
            running.worker.close(graceEndNanos);
        } finally {
            statistics.keep(running.worker.executors().values());
            workers = fewer;
            close(running);
        }
    }

    /** An endpoint that cannot be closed keeps nobody from ending or going on. */
    private static void close(Running running) {
        try {
            running.endpoint.close();
        } catch (RuntimeException | Error e) {
            running.failures.error(Streams.SYSTEM_COMPONENT, 0, e);
        }
    }

    /** @param by what the worker told of its failure; what an earlier worker of the slot told comes too late */
    private void broken(WorkerSlot slot, Failures by, String reason, Throwable cause) {
        Running running = workers.get(slot);
        if (running == null || running.failures != by) {
            return;
        }
        long now = System.nanoTime();
        startAgain(slot, now - running.sinceNanos, reason);
        errors.add(
                Streams.SYSTEM_COMPONENT,
                0,
                new IllegalStateException("The worker on " + slot + " is started anew, since " + reason, cause));
        stop(slot, now + GRACE_NANOS);
    }

    private String address(WorkerSlot slot) {
        return plan.id() + "/" + slot;
    }

    private PeerIdentity identity(WorkerSlot slot, String incarnation) {
        return new PeerIdentity(
                plan.id(), slot.toString(), assignment.generationOf(slot).orElseThrow(), incarnation);
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
            long leftOut = logRate.admit(component, System.nanoTime());
            if (leftOut >= 0) {
                LOG.warn(
                        "topology={} component={} task={} reported {}{}",
                        plan.id(),
                        component,
                        task,
                        reported.message(),
                        leftOut == 0 ? "" : " (and " + leftOut + " errors before, which were not logged)");
            }
        }

        @Override
        public void broken(String reason, Throwable error) {
            try {
                control.execute(() -> RunWorkers.this.broken(slot, this, reason, error));
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
