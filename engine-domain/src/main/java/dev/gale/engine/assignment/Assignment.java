package dev.gale.engine.assignment;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.util.ArrayList;
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
 * @param generations of each used slot: the version that gave the slot the executors it has. A worker belongs to one generation of
 *     its slot, and has nothing to do with another
 */
public record Assignment(
        long version, SortedMap<ExecutorId, WorkerSlot> executors, SortedMap<WorkerSlot, Long> generations) {
    public Assignment {
        executors = Collections.unmodifiableSortedMap(new TreeMap<>(executors));
        generations = Collections.unmodifiableSortedMap(new TreeMap<>(generations));
        ExecutorId before = null;
        for (ExecutorId executor : executors.keySet()) {
            if (before != null && before.lastTask().compareTo(executor.firstTask()) >= 0) {
                throw new IllegalArgumentException("Version " + version + " runs task " + executor.firstTask()
                        + " twice, in " + before + " and " + executor);
            }
            before = executor;
        }
        if (!generations.keySet().equals(new TreeSet<>(executors.values()))) {
            throw new IllegalArgumentException("Version " + version + " has generations of " + generations.keySet()
                    + " but executors on " + new TreeSet<>(executors.values()));
        }
        for (Map.Entry<WorkerSlot, Long> generation : generations.entrySet()) {
            if (generation.getValue() < 1 || generation.getValue() > version) {
                throw new IllegalArgumentException("Version " + version + " has generation " + generation.getValue()
                        + " of " + generation.getKey());
            }
        }
    }

    /** Before anything has a place. */
    public static Assignment none() {
        return new Assignment(0, new TreeMap<>(), new TreeMap<>());
    }

    /** The next version. A slot that has the same executors as before keeps its generation. */
    public Assignment next(Map<ExecutorId, WorkerSlot> placed) {
        long next = version + 1;
        SortedMap<WorkerSlot, Long> nextGenerations = new TreeMap<>();
        Map<WorkerSlot, List<ExecutorId>> before = bySlot(executors);
        bySlot(placed).forEach((slot, has) -> {
            Long generation = generations.get(slot);
            nextGenerations.put(slot, generation != null && has.equals(before.get(slot)) ? generation : next);
        });
        return new Assignment(next, new TreeMap<>(placed), nextGenerations);
    }

    /** The next version, in which one slot has the same executors in a new generation: its worker is replaced in place. */
    public Assignment renewed(WorkerSlot slot) {
        long next = version + 1;
        SortedMap<WorkerSlot, Long> nextGenerations = new TreeMap<>(generations);
        nextGenerations.replace(slot, next);
        return new Assignment(next, executors, nextGenerations);
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

    /** Of a slot's executors; empty if it is not used. */
    public Optional<Long> generationOf(WorkerSlot slot) {
        return Optional.ofNullable(generations.get(slot));
    }

    /** The slots that are used. */
    public SortedSet<WorkerSlot> slots() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(generations.keySet()));
    }

    private static Map<WorkerSlot, List<ExecutorId>> bySlot(Map<ExecutorId, WorkerSlot> placed) {
        Map<WorkerSlot, List<ExecutorId>> bySlot = new TreeMap<>();
        new TreeMap<>(placed)
                .forEach((executor, slot) ->
                        bySlot.computeIfAbsent(slot, key -> new ArrayList<>()).add(executor));
        return bySlot;
    }
}
