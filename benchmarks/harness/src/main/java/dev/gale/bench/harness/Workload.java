package dev.gale.bench.harness;

/**
 * One topology of one engine, ready to run in this process. Its last stage reports to a {@link Probe} that it opened
 * itself; that is the whole link between engine and harness, since engines copy and serialize the user's objects.
 */
public interface Workload {
    /** Starts the engine and submits the topology; returns without waiting for the first tuple. */
    void start() throws Exception;

    /** Stops what {@link #start} started, soon: the process is halted two seconds later anyway. */
    void stop() throws Exception;
}
