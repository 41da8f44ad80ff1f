package dev.gale.local;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** How long these tests wait for something that will come: {@code -Dgale.test.patience.seconds}, by default 60. */
final class Patience {
    static final Duration LONGEST = Duration.ofSeconds(Long.getLong("gale.test.patience.seconds", 60));

    /** Whether cases run in full length: {@code -Dgale.test.long=true}. */
    static final boolean LONG = Boolean.getBoolean("gale.test.long");

    private static final long STEP_NANOS = 2_000_000;

    private Patience() {}

    /** Waits until the condition holds. @param state told when it does not come to hold */
    static void until(BooleanSupplier condition, Supplier<String> state) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + LONGEST + ": " + state.get());
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting: " + state.get());
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    /** Lets time pass in which something is observed not to happen, or to go on. */
    static void observe(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
