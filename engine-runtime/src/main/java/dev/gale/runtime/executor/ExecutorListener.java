package dev.gale.runtime.executor;

import dev.gale.engine.task.ExecutorId;

/** What the executors of a worker tell it. Called on their threads. */
public interface ExecutorListener {
    /** All instances are open. */
    void opened(ExecutorId executor);

    /** Every spout task of the executor has finished and nothing is pending, or that has ceased to be so. */
    void finished(ExecutorId executor, boolean finished);

    /** An error of user code, or one that it reported. */
    void error(String component, int task, Throwable error);

    /** User code fails again and again: only a new worker may help. */
    void keepsFailing(String component, int task, Throwable error);

    /** The executor's thread ends with an error of the engine, or of the virtual machine. */
    void died(ExecutorId executor, Throwable error);

    /** A number for a spout task's new life. */
    int freshIncarnation(int task);
}
