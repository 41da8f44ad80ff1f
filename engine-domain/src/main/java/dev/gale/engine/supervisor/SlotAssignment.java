package dev.gale.engine.supervisor;

import dev.gale.engine.task.ExecutorId;
import java.util.List;

/**
 * What a slot is to run.
 *
 * @param generation of the slot: another one is another worker, whatever its executors are
 * @param executors in the order of task ids, for people
 * @param codeDigest of the topology's files
 */
public record SlotAssignment(String topology, long generation, List<ExecutorId> executors, String codeDigest) {
    public SlotAssignment {
        executors = List.copyOf(executors);
    }

    boolean isSameWorkerAs(SlotAssignment other) {
        return topology.equals(other.topology) && generation == other.generation;
    }
}
