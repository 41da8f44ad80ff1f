package dev.gale.engine.nimbus;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.liveness.HeartbeatTracker;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which supervisors stand still although the store still knows their sessions. They are measured from when this leader saw their records
 * first. Not thread-safe.
 */
final class SupervisorLiveness {
    private final long timeoutNanos;
    private final HeartbeatTracker<SupervisorId> tracker = new HeartbeatTracker<>();
    private final ManyAtOnce many;

    /** As it was answered last. */
    private SortedSet<SupervisorId> known = Collections.emptySortedSet();

    SupervisorLiveness(NimbusTimings timings) {
        timeoutNanos = timings.supervisorTimeoutNanos();
        many = new ManyAtOnce(timeoutNanos);
    }

    void updated(SupervisorId supervisor, long sequence, long nowNanos) {
        tracker.touch(supervisor, sequence, nowNanos);
    }

    /** Who was cut off itself cannot blame others for their silence. */
    void restart(long nowNanos) {
        tracker.restart(nowNanos);
        many.restart();
        known = Collections.emptySortedSet();
    }

    SortedSet<SupervisorId> silent(Set<SupervisorId> registered, long nowNanos) {
        tracker.retain(registered);
        SortedSet<SupervisorId> silent = registered.stream()
                .filter(supervisor -> tracker.silentNanos(supervisor, nowNanos) >= timeoutNanos)
                .collect(Collectors.toCollection(TreeSet::new));
        if (many.isDoubtful(silent.size(), registered.size(), nowNanos)) {
            // The doubt is about those that have fallen silent now, and not about those that were before.
            silent.retainAll(known);
        }
        known = Collections.unmodifiableSortedSet(silent);
        return known;
    }
}
