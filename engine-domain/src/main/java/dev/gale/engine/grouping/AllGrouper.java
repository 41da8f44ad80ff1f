package dev.gale.engine.grouping;

import java.util.stream.IntStream;

/** Every target, in the order of task ids. */
final class AllGrouper extends Grouper {
    private final int[] everyone;

    AllGrouper(int targets) {
        everyone = IntStream.range(0, targets).toArray();
    }

    @Override
    public int choose(Object[] values) {
        return MANY;
    }

    @Override
    public int[] many() {
        return everyone;
    }
}
