package dev.gale.engine.grouping;

/** Always the same target. */
final class ConstantGrouper extends Grouper {
    private final int target;

    ConstantGrouper(int target) {
        this.target = target;
    }

    @Override
    public int choose(Object[] values) {
        return target;
    }

    @Override
    public int constant() {
        return target;
    }
}
