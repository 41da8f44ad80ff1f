package dev.gale.engine.nimbus;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.liveness.HeartbeatTracker;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which workers a leader gives up. Two guards keep it from moving too much: a worker whose supervisor is there has the time to be
 * started again in place; and when most workers go silent at once, which rather is the fault of the one who listens, it looks again
 * one timeout later.
 */
final class WorkerLiveness {
    private final NimbusTimings timings;
    private final HeartbeatTracker<WorkerKey> tracker = new HeartbeatTracker<>();
    private final ManyAtOnce many;

    WorkerLiveness(NimbusTimings timings) {
        this.timings = timings;
        many = new ManyAtOnce(timings.taskTimeoutNanos());
    }

    void beat(WorkerKey worker, long sequence, long nowNanos) {
        tracker.touch(worker, sequence, nowNanos);
    }

    /** Who was cut off itself cannot blame others for their silence. */
    void restart(long nowNanos) {
        tracker.restart(nowNanos);
        many.restart();
    }

    long silentNanos(WorkerKey worker, long nowNanos) {
        return tracker.silentNanos(worker, nowNanos);
    }

    /** @param isThere whether a supervisor would start workers anew */
    Set<WorkerKey> givenUp(Collection<WorkerKey> assigned, Predicate<SupervisorId> isThere, long nowNanos) {
        tracker.retain(new HashSet<>(assigned));
        assigned.forEach(worker -> tracker.expect(worker, nowNanos));
        List<WorkerKey> silent = assigned.stream()
                .filter(worker -> tracker.silentNanos(worker, nowNanos)
                        >= patience(worker, isThere.test(worker.slot().supervisor())))
                .toList();
        return many.isDoubtful(silent.size(), assigned.size(), nowNanos) ? Set.of() : new TreeSet<>(silent);
    }

    private long patience(WorkerKey worker, boolean supervisorIsThere) {
        if (!supervisorIsThere) {
            return timings.taskTimeoutNanos();
        }
        return tracker.wasHeard(worker)
                ? timings.taskTimeoutNanos() + timings.taskLaunchNanos()
                : timings.taskLaunchNanos();
    }
}
