package dev.gale.engine.grouping;

/**
 * The fixed number of parts that the keys of a stream are divided into. Tasks own contiguous ranges of parts, so that with more
 * tasks whole parts move and no key leaves its part.
 */
public record KeyGroups(int count) {
    /** So many that the product of groups and tasks is an int, which divides faster than a long. */
    public static final int MAX_COUNT = 1 << 15;

    public KeyGroups {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException(
                    "The number of key groups is " + count + "; it must be 1 to " + MAX_COUNT);
        }
    }

    /** The group of a key with this {@link KeyHash}: the upper half of the hash, scaled to 0 up to count, never negative. */
    public int of(long keyHash) {
        return (int) ((keyHash >>> 32) * count >>> 32);
    }

    /**
     * The position of the task, out of {@code tasks}, that owns a group. Ranges differ by one group at most; with more tasks than
     * groups some tasks own none.
     */
    public int owner(int group, int tasks) {
        return Math.multiplyExact(group, tasks) / count;
    }
}
