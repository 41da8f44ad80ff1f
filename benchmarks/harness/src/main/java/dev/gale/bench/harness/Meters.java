package dev.gale.bench.harness;

import java.io.IOException;
import java.util.Map;

/** Reads what has been done and used so far. */
interface Meters {
    /**
     * One reading of everything that a window is made of.
     *
     * @param allocatedByThread empty where that is not known
     */
    record Reading(long nanos, long tuples, long cpuNanos, Map<Long, Long> allocatedByThread) {
        public Reading {
            allocatedByThread = Map.copyOf(allocatedByThread);
        }

        /** Bytes allocated since {@code earlier} by the threads alive now; what a thread that ended did is lost. */
        long bytesSince(Reading earlier) {
            return allocatedByThread.entrySet().stream()
                    .mapToLong(thread ->
                            thread.getValue() - earlier.allocatedByThread().getOrDefault(thread.getKey(), 0L))
                    .sum();
        }
    }

    /** Tuples that have reached the last stage. */
    long tuples() throws IOException;

    Reading read() throws IOException;

    /**
     * Looks at the counts of the whole run.
     *
     * @throws IllegalStateException if tuples were lost, or what ran is not what was meant to
     */
    void check() throws IOException;
}
