package dev.gale.testkit;

/**
 * An error of a component: an exception out of its code, one that it reported, or the engine's complaint about it.
 *
 * @param task the task's id
 */
public record ComponentError(String component, int task, Throwable error) {
    @Override
    public String toString() {
        return component + "[" + task + "]: " + error;
    }
}
