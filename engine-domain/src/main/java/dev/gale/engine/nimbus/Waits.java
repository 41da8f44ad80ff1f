package dev.gale.engine.nimbus;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * When the waits of kills and rebalances end on this leader's clock. The time that a record gives counts from when it was first read,
 * and is noted in the record now and then.
 */
final class Waits {
    private static final long NANOS_A_MILLI = 1_000_000;

    private record Wait(PendingChange change, long endNanos, long readNanos) {}

    private final long rewriteNanos;
    private final Map<String, Wait> waits = new TreeMap<>();

    Waits(long rewriteNanos) {
        this.rewriteNanos = rewriteNanos;
    }

    void observe(TopologyRecord topology, long nowNanos) {
        topology.pending()
                .ifPresentOrElse(change -> observe(topology.id(), change, nowNanos), () -> forget(topology.id()));
    }

    private void observe(String topology, PendingChange change, long nowNanos) {
        Wait before = waits.get(topology);
        if (before == null || !before.change.equals(change)) {
            waits.put(topology, new Wait(change, nowNanos + change.leftMillis() * NANOS_A_MILLI, nowNanos));
        }
    }

    boolean isOver(String topology, long nowNanos) {
        Wait wait = waits.get(topology);
        return wait != null && nowNanos - wait.endNanos >= 0;
    }

    /** The record with the time that is left now, if it is time to write it. */
    Optional<TopologyRecord> rewritten(TopologyRecord topology, long nowNanos) {
        Wait wait = waits.get(topology.id());
        if (wait == null || nowNanos - wait.readNanos < rewriteNanos) {
            return Optional.empty();
        }
        long left = Math.max(0, (wait.endNanos - nowNanos) / NANOS_A_MILLI);
        return Optional.of(topology.waiting(
                topology.status(), topology.pending().orElseThrow().withLeftMillis(left)));
    }

    void forget(String topology) {
        waits.remove(topology);
    }

    void clear() {
        waits.clear();
    }
}
