package dev.gale.engine.worker;

import dev.gale.engine.assignment.Assignment;

/** What a worker is to do. */
public sealed interface WorkerCommand {
    /** Send to the slots of this assignment from now on; the worker's own executors are the same. */
    record UsePeers(Assignment assignment) implements WorkerCommand {}

    /** Ask spouts for tuples, or do not. */
    record SetActive(boolean active) implements WorkerCommand {}

    /**
     * End the process.
     *
     * @param drain whether what is under way may still be finished, up to the grace
     */
    record Exit(String reason, boolean drain) implements WorkerCommand {}
}
