package dev.gale.engine.schedule;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskLayout;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A topology that wants places.
 *
 * @param workers wanted, 1 or more
 * @param placed where its executors are now; those that are no longer in the layout count for nothing
 * @param lost slots among those whose worker is given up: their executors must move, elsewhere if there is any other place
 * @param spread whether what could stay may move so that workers and executors are spread evenly again, as a rebalance asks for
 */
public record TopologyView(
        String id,
        String name,
        TaskLayout layout,
        int workers,
        SortedMap<ExecutorId, WorkerSlot> placed,
        Set<WorkerSlot> lost,
        boolean spread) {
    public TopologyView {
        if (workers < 1) {
            throw new IllegalArgumentException("Topology " + id + " wants " + workers + " workers; 1 is the least");
        }
        placed = Collections.unmodifiableSortedMap(new TreeMap<>(placed));
        lost = Set.copyOf(lost);
    }

    /** How many workers there can be, at an executor each. */
    int usefulWorkers() {
        return Math.min(workers, layout.executors().size());
    }
}
