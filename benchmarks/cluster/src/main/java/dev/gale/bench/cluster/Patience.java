package dev.gale.bench.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what comes by itself. */
final class Patience {
    private static final Duration LONGEST = Duration.ofSeconds(90);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private Patience() {}

    /** @throws IllegalStateException if it takes too long */
    static void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start >= LONGEST.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("it took too long to see " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
