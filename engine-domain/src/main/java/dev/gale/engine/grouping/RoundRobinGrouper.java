package dev.gale.engine.grouping;

import java.util.random.RandomGenerator;

/**
 * Goes round the targets in an order that is drawn once, so that several emitters neither start at the same target nor follow each
 * other, and the targets' counts of one emitter never differ by more than one.
 */
final class RoundRobinGrouper extends Grouper {
    private final int[] order;
    private int next;

    /** The array belongs to this grouper afterwards. */
    RoundRobinGrouper(int[] order, RandomGenerator random) {
        this.order = order;
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
    }

    @Override
    public int choose(Object[] values) {
        int chosen = order[next];
        next = next + 1 == order.length ? 0 : next + 1;
        return chosen;
    }
}
