package dev.gale.engine.tuple;

/**
 * Draws the ids of a tree's edges: a strong mix (SplitMix64's finalizer) of a counter, one counter an executor with a random start.
 * A bijection of the counter, so an executor never repeats an id; two executors collide by chance once in 2^64.
 */
public final class EdgeIds {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    public EdgeIds(long seed) {
        state = seed;
    }

    /** Never 0, which would be an edge that cannot be seen in an XOR. */
    public long next() {
        long id = mix(state += STEP);
        return id != 0 ? id : mix(state += STEP);
    }

    private static long mix(long z) {
        long a = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ a >>> 27) * 0x94D049BB133111EBL;
        return b ^ b >>> 31;
    }
}
