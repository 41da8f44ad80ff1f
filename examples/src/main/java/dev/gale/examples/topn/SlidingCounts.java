package dev.gale.examples.topn;

import java.util.HashMap;
import java.util.Map;

/**
 * How often each key occurred in the current slot of time and those before it that belong to the window. Knows no clock: whoever
 * owns it says when a slot ends.
 */
final class SlidingCounts {
    private final int slots;
    private final Map<String, long[]> countsByKey = new HashMap<>();
    private int current;

    SlidingCounts(int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("A window has at least one slot, not " + slots);
        }
        this.slots = slots;
    }

    void add(String key) {
        countsByKey.computeIfAbsent(key, absent -> new long[slots])[current]++;
    }

    /** The sums over the window. */
    Map<String, Long> totals() {
        Map<String, Long> totals = new HashMap<>();
        countsByKey.forEach((key, counts) -> totals.put(key, sum(counts)));
        return totals;
    }

    /** Begins a new slot; the oldest one leaves the window, and keys that occurred in no other are forgotten. */
    void endSlot() {
        current = (current + 1) % slots;
        countsByKey.values().removeIf(counts -> {
            counts[current] = 0;
            return sum(counts) == 0;
        });
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
