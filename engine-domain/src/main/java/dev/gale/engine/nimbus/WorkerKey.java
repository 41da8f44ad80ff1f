package dev.gale.engine.nimbus;

import dev.gale.engine.cluster.WorkerSlot;
import java.util.Comparator;

/** The workers of one generation of a slot, one after the other. */
record WorkerKey(String topology, WorkerSlot slot, long generation) implements Comparable<WorkerKey> {
    private static final Comparator<WorkerKey> ORDER = Comparator.comparing(WorkerKey::topology)
            .thenComparing(WorkerKey::slot)
            .thenComparing(WorkerKey::generation);

    @Override
    public int compareTo(WorkerKey other) {
        return ORDER.compare(this, other);
    }
}
