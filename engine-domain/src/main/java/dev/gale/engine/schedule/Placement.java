package dev.gale.engine.schedule;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a topology's executors are to run.
 *
 * @param executors all of them, or none while there is no place for any
 * @param shortage why it has fewer workers than it wants, for people; empty if it has them all
 */
public record Placement(SortedMap<ExecutorId, WorkerSlot> executors, Optional<String> shortage) {
    public Placement {
        executors = Collections.unmodifiableSortedMap(new TreeMap<>(executors));
    }

    Placement(Map<ExecutorId, WorkerSlot> executors, Optional<String> shortage) {
        this(new TreeMap<>(executors), shortage);
    }
}
