package dev.gale.engine.stats;

/**
 * How long things take; sampled, see {@link LatencySum}.
 *
 * @param execute of bolts: one call of execute
 * @param process of bolts: from the call of execute to the ack or fail of its tuple
 * @param complete of spouts: from emitting a tracked tuple to the end of its tree
 */
public record Latencies(LatencySum execute, LatencySum process, LatencySum complete) {
    public static final Latencies NONE = new Latencies(LatencySum.NONE, LatencySum.NONE, LatencySum.NONE);

    Latencies plus(Latencies other) {
        return new Latencies(execute.plus(other.execute), process.plus(other.process), complete.plus(other.complete));
    }
}
