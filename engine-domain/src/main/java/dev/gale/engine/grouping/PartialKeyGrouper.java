package dev.gale.engine.grouping;

/**
 * Splits each key over two targets, the same two from every emitter, and takes the one that this emitter used less: "The Power of
 * Both Choices", Nasir et al., ICDE 2015. Unlike there the two are always different ones.
 */
final class PartialKeyGrouper extends Grouper {
    private static final long FIRST_SEED = 0x8CB92BA72F3D8DD7L;
    private static final long SECOND_SEED = 0xABC98388FB8FAC03L;

    private final FieldKey key;
    private final long[] used;

    PartialKeyGrouper(FieldKey key, int targets) {
        this.key = key;
        this.used = new long[targets];
    }

    @Override
    public int choose(Object[] values) {
        long hash = key.hash(values);
        int targets = used.length;
        if (targets == 1) {
            return 0;
        }
        int first = scale(KeyHash.combine(FIRST_SEED, hash), targets);
        int second = scale(KeyHash.combine(SECOND_SEED, hash), targets - 1);
        if (second >= first) {
            second++;
        }
        int chosen = used[first] <= used[second] ? first : second;
        used[chosen]++;
        return chosen;
    }

    private static int scale(long hash, int limit) {
        return (int) ((hash >>> 32) * limit >>> 32);
    }
}
