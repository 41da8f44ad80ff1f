package dev.gale.runtime.worker;

/** What a worker tells whoever started it. Called on its threads. */
public interface WorkerListener {
    /** An error of user code, or one that it reported. */
    void error(String component, int task, Throwable error);

    /** Only a new worker may help: user code fails again and again, or a thread of the engine ended. */
    void broken(String reason, Throwable error);

    /** A number for a spout task's new life; no two lives that can overlap share one. */
    int freshIncarnation(int task);
}
