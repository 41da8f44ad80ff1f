package dev.gale.engine.task;

/**
 * Contiguous tasks of a component, and over how many executors they are dealt.
 *
 * @param executors from 1 to {@code tasks}
 */
public record ComponentTasks(String component, TaskId firstTask, int tasks, int executors) {
    public ComponentTasks {
        if (tasks < 1 || executors < 1 || executors > tasks) {
            throw new IllegalArgumentException("Component '" + component + "' has " + tasks + " tasks on " + executors
                    + " executors; needs a task each");
        }
    }

    ComponentTasks withExecutors(int wanted) {
        return new ComponentTasks(component, firstTask, tasks, wanted);
    }
}
