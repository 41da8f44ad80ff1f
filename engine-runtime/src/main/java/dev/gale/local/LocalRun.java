package dev.gale.local;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.task.TaskLayout;
import dev.gale.runtime.code.ComponentCopies;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.worker.WorkerStatistics;
import dev.gale.spi.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One topology in one JVM. A thread of its own starts and stops workers and watches them; callers wait for it. */
final class LocalRun implements LocalTopology {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRun.class);
    private static final long WATCH_MILLIS = 20;
    private static final long CLOSE_SECONDS = 30;

    private final ErrorLog errors = new ErrorLog();
    private final WorkerStatistics statistics = new WorkerStatistics(System::nanoTime);
    private final ScheduledExecutorService control;
    private final RunWorkers workers;

    /** When a wait for pending tuples ends at the latest, since somebody kills the topology; guarded by this. */
    private @Nullable Deadline killAt;

    private volatile TopologyPlan plan;
    private volatile TopologyStatus status = TopologyStatus.STARTING;
    private volatile boolean ended;
    /** The control thread's alone. */
    private TopologyStatus wanted = TopologyStatus.ACTIVE;

    LocalRun(
            TopologyPlan plan,
            ComponentCopies copies,
            SerializationRegistry registry,
            Transport transport,
            SpinPermits spins,
            SplittableRandom random) {
        this.plan = plan;
        AtomicInteger number = new AtomicInteger();
        control = Executors.newSingleThreadScheduledExecutor(
                task -> new OwnThread(task, "gale-" + plan.name() + "-control", true));
        workers = new RunWorkers(
                plan,
                copies,
                registry,
                transport,
                spins,
                random,
                task -> new OwnThread(task, "gale-" + plan.name() + "-" + number.incrementAndGet(), false),
                errors,
                statistics,
                control);
    }

    void start() {
        try {
            control.execute(() -> {
                if (!hasEnded()) {
                    workers.setActive(true);
                    workers.use(plan, workers.deal(plan, plan.settings().workers()));
                    workers.startMissing(this::isKillDue);
                }
            });
            control.scheduleWithFixedDelay(this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("The cluster is closed", e);
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** For messages. */
    String shownStatus() {
        return status == TopologyStatus.KILLED && !ended ? "KILLED, and has not ended yet" : status.toString();
    }

    /** Its own threads would wait for themselves. */
    void refuseOwnThread() {
        if (Thread.currentThread() instanceof OwnThread own && own.run == this) {
            throw new IllegalStateException("Topology '" + name() + "' cannot be stopped by its own thread '"
                    + own.getName() + "', which would wait for itself; do so from another thread");
        }
    }

    /** Kills the topology and ends the control thread; returns at once. */
    void beginClose() {
        Deadline now = Deadline.after(Duration.ZERO);
        killNow(now);
        try {
            control.execute(() -> end(now));
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
            throw new IllegalStateException("Topology '" + name() + "' is " + status + " after " + patience
                    + "; its components reported " + errors());
        }
    }

    @Override
    public boolean awaitStatus(TopologyStatus wantedStatus, Duration patience) {
        Objects.requireNonNull(wantedStatus, "wanted is null");
        Deadline end = Deadline.after(Objects.requireNonNull(patience, "patience is null"));
        synchronized (this) {
            while ((status != wantedStatus || isEnd(wantedStatus)) && !hasEnded()) {
                long left = TimeUnit.NANOSECONDS.toMillis(end.leftNanos());
                if (left <= 0) {
                    return false;
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    throw interrupted("becomes " + wantedStatus, e);
                }
            }
            return status == wantedStatus;
        }
    }

    @Override
    public TopologyStatistics statistics() {
        return statistics.read(workers.executors());
    }

    @Override
    public long pending() {
        return workers.pending();
    }

    @Override
    public List<ReportedError> errors() {
        return errors.all();
    }

    @Override
    public void activate() {
        call("activated", () -> {
            wanted = TopologyStatus.ACTIVE;
            workers.setActive(true);
            if (status == TopologyStatus.INACTIVE) {
                change(TopologyStatus.ACTIVE);
            }
        });
    }

    @Override
    public void deactivate() {
        call("deactivated", () -> {
            wanted = TopologyStatus.INACTIVE;
            workers.setActive(false);
            if (status == TopologyStatus.ACTIVE) {
                change(TopologyStatus.INACTIVE);
            }
        });
    }

    @Override
    public void kill(Duration wait) {
        Deadline end = Deadline.after(Objects.requireNonNull(wait, "wait is null"));
        refuseOwnThread();
        killNow(end);
        try {
            call("killed", () -> end(end));
        } catch (IllegalStateException e) {
            if (!hasEnded()) {
                throw e;
            }
        }
    }

    @Override
    public void rebalance(RebalanceOptions options) {
        Objects.requireNonNull(options, "options is null");
        refuseOwnThread();
        call("rebalanced", () -> {
            TaskLayout layout = plan.layout().rescaled(options.executors());
            int number = options.workers().orElse(workers.number());
            if (number < 1) {
                throw new IllegalArgumentException(
                        "Topology '" + name() + "' cannot have " + number + " workers; give 1 or more");
            }
            TopologyPlan next = new TopologyPlan(plan.id(), plan.name(), plan.graph(), layout, plan.settings());
            restart(next, workers.deal(next, number), Deadline.after(options.drain()));
        });
        synchronized (this) {
            while (status == TopologyStatus.STARTING) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw interrupted("runs again after its rebalance", e);
                }
            }
        }
    }

    /** Whatever comes in between, there are workers again in the end, and what the status says is so. */
    private void restart(TopologyPlan next, Assignment dealt, Deadline drained) {
        change(TopologyStatus.REBALANCING);
        try {
            workers.setActive(false);
            awaitNothingPending(drained);
            workers.stopAll();
            plan = next;
            workers.use(next, dealt);
        } finally {
            change(TopologyStatus.STARTING);
            workers.setActive(wanted == TopologyStatus.ACTIVE);
            workers.startMissing(this::isKillDue);
        }
    }

    private void end(Deadline wait) {
        if (!hasEnded()) {
            boolean started = status != TopologyStatus.STARTING;
            change(TopologyStatus.KILLED);
            if (started) {
                workers.setActive(false);
                awaitNothingPending(wait);
            }
            workers.stopAll();
            ended();
        }
    }

    /** Looks after the workers: some are prepared by now, some are to be started again, all may have finished. */
    private void watch() {
        try {
            long now = System.nanoTime();
            statistics.observe(workers.executors(), now);
            workers.startDue(now);
            workers.lookForStuck(now);
            if (status == TopologyStatus.STARTING && workers.isPrepared()) {
                change(wanted);
            } else if (status == TopologyStatus.ACTIVE && workers.hasFinished()) {
                workers.stopAll();
                change(TopologyStatus.FINISHED);
                ended();
            }
        } catch (RuntimeException | Error e) {
            LOG.error("topology={} could not be looked after; it is tried again", plan.id(), e);
        }
    }

    private void awaitNothingPending(Deadline end) {
        while (!end.isOver() && !isKillDue()) {
            if (pending() == 0 && workers.isQuiet()) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS));
        }
    }

    /** From now on nothing waits for pending tuples any longer than this. */
    private synchronized void killNow(Deadline at) {
        if (killAt == null || at.isBefore(killAt)) {
            killAt = at;
        }
    }

    private synchronized boolean isKillDue() {
        return killAt != null && killAt.isOver();
    }

    private synchronized void change(TopologyStatus to) {
        LOG.info("topology={} status={}", plan.id(), to);
        status = to;
        notifyAll();
    }

    private synchronized void ended() {
        ended = true;
        notifyAll();
        control.shutdown();
    }

    /** Runs on the control thread and waits for it. @throws IllegalStateException if the topology has ended */
    private void call(String verb, Runnable action) {
        if (Thread.currentThread() instanceof OwnThread own && own.run == this && own.controls) {
            throw new IllegalStateException("Topology '" + name() + "' cannot be " + verb + " by its own thread '"
                    + own.getName() + "', which would wait for itself; do so from another thread");
        }
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
            throw interrupted("is " + verb, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(
                    "Topology '" + name() + "' could not change: " + e.getCause(), e.getCause());
        }
    }

    /** For a caller that waits; what it waited for goes on. */
    private IllegalStateException interrupted(String until, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(
                "Interrupted while waiting until topology '" + name() + "' " + until + "; it is " + status, e);
    }

    private IllegalStateException ended(String verb) {
        return new IllegalStateException("Topology '" + name() + "' is " + status + " and cannot be " + verb);
    }

    private static boolean isEnd(TopologyStatus of) {
        return of == TopologyStatus.KILLED || of == TopologyStatus.FINISHED;
    }

    /** A thread of this topology: of an executor, or the one that controls. */
    private final class OwnThread extends Thread {
        private final LocalRun run = LocalRun.this;
        private final boolean controls;

        OwnThread(Runnable task, String name, boolean controls) {
            super(task, name);
            this.controls = controls;
            setDaemon(true);
        }
    }
}
