package dev.gale.engine.assignment;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What differs between two assignments, each map in the order of task ids. An executor with other tasks is another executor: cutting
 * a component anew removes the old ones and adds the new.
 *
 * @param added executors that had no place, and the one they have now
 * @param removed executors that have no place any more, and the one they had
 * @param moved executors that have another place
 */
public record AssignmentDiff(
        Map<ExecutorId, WorkerSlot> added, Map<ExecutorId, WorkerSlot> removed, Map<ExecutorId, Move> moved) {
    public record Move(WorkerSlot from, WorkerSlot to) {}

    public AssignmentDiff {
        added = Collections.unmodifiableMap(new TreeMap<>(added));
        removed = Collections.unmodifiableMap(new TreeMap<>(removed));
        moved = Collections.unmodifiableMap(new TreeMap<>(moved));
    }

    /** Versions do not matter. */
    public static AssignmentDiff between(Assignment before, Assignment after) {
        SortedMap<ExecutorId, WorkerSlot> added = new TreeMap<>();
        SortedMap<ExecutorId, WorkerSlot> removed = new TreeMap<>(before.executors());
        SortedMap<ExecutorId, Move> moved = new TreeMap<>();
        after.executors().forEach((executor, slot) -> {
            WorkerSlot from = removed.remove(executor);
            if (from == null) {
                added.put(executor, slot);
            } else if (!from.equals(slot)) {
                moved.put(executor, new Move(from, slot));
            }
        });
        return new AssignmentDiff(added, removed, moved);
    }

    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && moved.isEmpty();
    }

    /** The slots whose executors are others than before; all other workers go on undisturbed. */
    public SortedSet<WorkerSlot> changedSlots() {
        SortedSet<WorkerSlot> changed = new TreeSet<>(added.values());
        changed.addAll(removed.values());
        moved.values().forEach(move -> {
            changed.add(move.from());
            changed.add(move.to());
        });
        return Collections.unmodifiableSortedSet(changed);
    }
}
