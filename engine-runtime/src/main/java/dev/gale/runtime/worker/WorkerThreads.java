package dev.gale.runtime.worker;

import dev.gale.engine.cluster.WorkerSlot;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a process besides those that run tuples: the control thread, and one for the heartbeat to the supervisor, which must
 * not wait for the other. What they do at intervals goes on after a failure.
 */
final class WorkerThreads {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private final WorkerSlot slot;
    private final ScheduledExecutorService control =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-worker-control"));
    private final ScheduledExecutorService heartbeat =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-worker-beats"));

    WorkerThreads(WorkerSlot slot) {
        this.slot = slot;
    }

    ScheduledExecutorService control() {
        return control;
    }

    /** Any thread. What comes after the end of the control thread is too late, and not done. */
    void onControl(Runnable action) {
        if (!control.isShutdown()) {
            control.execute(action);
        }
    }

    /** First at once, on the thread of the heartbeat. */
    void heartbeatEvery(Duration period, String what, Runnable action) {
        heartbeat.scheduleAtFixedRate(guarded(what, action), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** First after one period, on the control thread. */
    void controlEvery(Duration period, String what, Runnable action) {
        control.scheduleAtFixedRate(guarded(what, action), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** First after one pause, on the control thread. */
    void controlAfterEach(Duration pause, String what, Runnable action) {
        control.scheduleWithFixedDelay(
                guarded(what, action), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    void endHeartbeat() {
        heartbeat.shutdownNow();
    }

    private Runnable guarded(String what, Runnable action) {
        return () -> {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                LOG.error("slot={} failed: {}; it is tried again", slot, what, e);
            }
        };
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
