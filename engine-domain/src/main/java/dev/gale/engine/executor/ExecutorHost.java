package dev.gale.engine.executor;

/** What an executor needs from whoever runs it. Called on the executor's thread, but for {@link #checkThread} and {@link #post}. */
public interface ExecutorHost {
    /** @throws IllegalStateException naming the component and the thread if the caller is not on the executor's thread */
    void checkThread(String component);

    /**
     * Hands a call to the executor's thread; for any thread. Blocks while too many wait.
     *
     * @throws IllegalStateException once the executor has stopped
     */
    void post(Runnable call);

    /** An error of user code, or one that it reported. */
    void report(String component, int task, Throwable error);

    /** User code fails again and again; a new worker is the last thing to try. */
    void keepsFailing(String component, int task, Throwable error);

    /** A number for a spout task's new life, or for the next 2^36 roots of a long one; no two that can overlap share one. */
    int freshIncarnation(int task);

    /** Every spout task of the executor has finished and nothing is pending, or that has ceased to be so. */
    void finished(boolean finished);

    /** One line about an emit or ack, when {@code topology.debug} asks for it. */
    void trace(String line);
}
