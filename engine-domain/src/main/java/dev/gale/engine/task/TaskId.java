package dev.gale.engine.task;

/** A task of a topology, counted from 1. */
public record TaskId(int number) implements Comparable<TaskId> {
    public TaskId {
        if (number < 1) {
            throw new IllegalArgumentException("Task ids start at 1; this is " + number);
        }
    }

    @Override
    public int compareTo(TaskId other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Integer.toString(number);
    }
}
