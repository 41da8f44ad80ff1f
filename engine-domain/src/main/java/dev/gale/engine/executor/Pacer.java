package dev.gale.engine.executor;

import java.util.function.LongSupplier;

/**
 * Decides how often a busy executor reads the clock: after every call into user code when calls are slow, once in up to 64 when they
 * are fast, so that reading costs little and what waits in an outbox waits shortly.
 */
final class Pacer {
    private static final int MOST_CALLS = 64;
    private static final long WANTED_NANOS = 10_000;

    private final LongSupplier nanoClock;

    private long last;
    private int interval = 1;
    private int left = 1;

    Pacer(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** To be asked before each call. @return whether the clock is to be read for this one */
    boolean isDue() {
        return --left <= 0;
    }

    /** The last reading. */
    long last() {
        return last;
    }

    /** Reads the clock and chooses when to read it next. */
    long read() {
        long now = nanoClock.getAsLong();
        long eachNanos = Math.max(1, (now - last) / interval);
        interval = (int) Math.max(1, Math.min(Math.min(2L * interval, MOST_CALLS), WANTED_NANOS / eachNanos));
        left = interval;
        last = now;
        return now;
    }
}
