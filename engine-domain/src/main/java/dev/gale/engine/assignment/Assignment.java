package dev.gale.engine.assignment;

import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One version of where a topology's executors run. No task runs twice; some may have no place yet.
 *
 * @param executors in the order of task ids; cannot be changed
 */
public record Assignment(long version, Map<ExecutorId, WorkerSlot> executors) {
    public Assignment {
        SortedMap<ExecutorId, WorkerSlot> sorted = new TreeMap<>(executors);
        ExecutorId before = null;
        for (ExecutorId executor : sorted.keySet()) {
            if (before != null && before.lastTask().compareTo(executor.firstTask()) >= 0) {
                throw new IllegalArgumentException("Version " + version + " runs task " + executor.firstTask()
                        + " twice, in " + before + " and " + executor);
            }
            before = executor;
        }
        executors = Collections.unmodifiableMap(sorted);
    }

    /** Where an executor runs; empty if nowhere. */
    public Optional<WorkerSlot> slotOf(ExecutorId executor) {
        return Optional.ofNullable(executors.get(executor));
    }

    /** Where a task runs; empty if nowhere. */
    public Optional<WorkerSlot> slotOf(TaskId task) {
        return executors.entrySet().stream()
                .filter(entry -> entry.getKey().runs(task))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** In the order of task ids; none if the slot is not used. */
    public List<ExecutorId> executorsOn(WorkerSlot slot) {
        return executors.entrySet().stream()
                .filter(entry -> entry.getValue().equals(slot))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The slots that are used. */
    public SortedSet<WorkerSlot> slots() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(executors.values()));
    }
}
