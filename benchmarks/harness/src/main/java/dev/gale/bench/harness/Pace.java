package dev.gale.bench.harness;

import java.util.concurrent.TimeUnit;

/**
 * When a paced source is meant to emit. The schedule never shifts: a source that falls behind emits late tuples with
 * the time they were due, so that waiting counts as latency. Not thread-safe.
 */
public final class Pace {
    /** Returned by {@link #poll} when nothing is due. */
    public static final long NOT_DUE = Long.MIN_VALUE;

    private final long intervalNanos;
    private long nextNanos;
    private boolean started;

    public Pace(int ratePerSecond) {
        if (ratePerSecond <= 0) {
            throw new IllegalArgumentException("rate of " + ratePerSecond + " a second");
        }
        this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / ratePerSecond;
    }

    /** The intended emit time of the next tuple if that has come, which is then taken; else {@link #NOT_DUE}. */
    public long poll(long nowNanos) {
        if (!started) {
            started = true;
            nextNanos = nowNanos;
        }
        if (nowNanos - nextNanos < 0) {
            return NOT_DUE;
        }
        long due = nextNanos;
        nextNanos += intervalNanos;
        return due;
    }

    /** Nanoseconds until the next tuple is due, not positive if it is already. */
    public long nanosUntilNext(long nowNanos) {
        return started ? nextNanos - nowNanos : 0;
    }
}
