package dev.gale.control;

/**
 * How long things take. Sampled: one tuple is measured whenever the executor has a fresh reading of the clock, which is every time when
 * tuples are slow and one in several when they are fast.
 *
 * @param execute of bolts: one call of execute
 * @param process of bolts: from the call of execute to the ack or fail of its tuple
 * @param complete of spouts: from emitting a tracked tuple to the end of its tree
 */
public record Latencies(Latency execute, Latency process, Latency complete) {
    /** @param meanMillis 0 if nothing was measured */
    public record Latency(double meanMillis, long samples) {}
}
