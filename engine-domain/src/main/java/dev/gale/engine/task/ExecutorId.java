package dev.gale.engine.task;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An executor: the tasks of one component that share a thread, from the first to the last. When executors are cut anew, those with
 * other tasks are other executors. Ordered by first task.
 */
public record ExecutorId(String component, TaskId firstTask, TaskId lastTask) implements Comparable<ExecutorId> {
    private static final Comparator<ExecutorId> ORDER = Comparator.comparing(ExecutorId::firstTask)
            .thenComparing(ExecutorId::lastTask)
            .thenComparing(ExecutorId::component);

    public ExecutorId {
        if (firstTask.compareTo(lastTask) > 0) {
            throw new IllegalArgumentException("The first task " + firstTask + " of an executor of '" + component
                    + "' is after the last, " + lastTask);
        }
    }

    public int taskCount() {
        return lastTask.number() - firstTask.number() + 1;
    }

    /** Ascending. */
    public List<TaskId> tasks() {
        return IntStream.rangeClosed(firstTask.number(), lastTask.number())
                .mapToObj(TaskId::new)
                .toList();
    }

    public boolean runs(TaskId task) {
        return firstTask.compareTo(task) <= 0 && task.compareTo(lastTask) <= 0;
    }

    @Override
    public int compareTo(ExecutorId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return component + "[" + firstTask + "-" + lastTask + "]";
    }
}
