package dev.gale.engine.supervisor;

/** How long to wait before a worker that ended unasked is started again: longer and longer, until one has run well. */
final class BackOff {
    private final SupervisorTimings timings;
    private int failures;

    BackOff(SupervisorTimings timings) {
        this.timings = timings;
    }

    /** @param ranNanos of the worker that ended; 0 if it could not be started */
    long next(long ranNanos) {
        failures = ranNanos >= timings.goodRunNanos() ? 1 : failures + 1;
        long wait = timings.firstBackOffNanos();
        for (int i = 1; i < failures && wait < timings.longestBackOffNanos(); i++) {
            wait *= 2;
        }
        return Math.min(wait, timings.longestBackOffNanos());
    }

    int failures() {
        return failures;
    }

    void reset() {
        failures = 0;
    }
}
