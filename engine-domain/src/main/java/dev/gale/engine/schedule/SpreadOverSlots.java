package dev.gale.engine.schedule;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskLayout;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Deals executors to slots like cards, in the order of task ids, so that the slots' numbers of executors differ by one at most and
 * those of one component go to different slots as long as there are enough.
 */
public final class SpreadOverSlots {
    private SpreadOverSlots() {}

    /**
     * @param slots in the order in which they are dealt to
     * @throws IllegalArgumentException if there is no slot, or one occurs twice
     */
    public static SortedMap<ExecutorId, WorkerSlot> plan(TaskLayout layout, List<WorkerSlot> slots) {
        if (slots.isEmpty() || new HashSet<>(slots).size() != slots.size()) {
            throw new IllegalArgumentException("Slots " + slots + " must be different ones, and at least one");
        }
        SortedMap<ExecutorId, WorkerSlot> plan = new TreeMap<>();
        int next = 0;
        for (ExecutorId executor : layout.executors()) {
            plan.put(executor, slots.get(next));
            next = (next + 1) % slots.size();
        }
        return Collections.unmodifiableSortedMap(plan);
    }
}
