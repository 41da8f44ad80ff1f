package dev.gale.bench.harness;

import java.util.Arrays;

/** Single values, sorted: all of them, so that a tail is what was measured. */
public final class Percentiles {
    private final long[] sorted;

    private Percentiles(long[] sorted) {
        this.sorted = sorted;
    }

    /** @throws IllegalArgumentException if there are none */
    public static Percentiles of(long[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Percentiles(sorted);
    }

    /**
     * The least value that is not exceeded by that share of all.
     *
     * @param share above 0, at most 1
     */
    public long at(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is above 0 and at most 1, and not " + share);
        }
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    public long max() {
        return sorted[sorted.length - 1];
    }

    public int count() {
        return sorted.length;
    }
}
