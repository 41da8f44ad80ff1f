package dev.gale.engine.stats;

/**
 * Times that were measured, added up. Not every tuple is measured: one is whenever the executor has a fresh reading of the clock,
 * which is every time when tuples are slow and one in several when they are fast. Means are not weighted for that.
 */
public record LatencySum(long sumNanos, long samples) {
    public static final LatencySum NONE = new LatencySum(0, 0);

    public LatencySum plus(LatencySum other) {
        return new LatencySum(sumNanos + other.sumNanos, samples + other.samples);
    }

    /** What was measured since {@code earlier}, which is an earlier state of the same sum. */
    public LatencySum minus(LatencySum earlier) {
        return new LatencySum(sumNanos - earlier.sumNanos, samples - earlier.samples);
    }

    /** 0 if nothing was measured. */
    public double meanMillis() {
        return samples == 0 ? 0 : sumNanos / 1e6 / samples;
    }
}
