package dev.gale.bench.cluster;

import java.time.Duration;

/** The time of a command, of which building was the first part. A run is begun only if there is time for the longest so far. */
final class Budget {
    private final long nanos;
    private long longestNanos;

    /** @param spent before the clock that {@link #allows} is asked with was at 0 */
    Budget(Duration whole, Duration spent) {
        nanos = whole.minus(spent).toNanos();
    }

    /** A run took so long. */
    void took(long runNanos) {
        longestNanos = Math.max(longestNanos, runNanos);
    }

    /** @param elapsedNanos since the clock's 0 */
    boolean allows(long elapsedNanos) {
        return elapsedNanos + longestNanos <= nanos;
    }
}
