package dev.gale.engine.grouping;

/** Equal keys meet in one target, from every emitter: the owner of the key's group. */
final class FieldsGrouper extends Grouper {
    private final FieldKey key;
    private final KeyGroups groups;
    private final int targets;

    FieldsGrouper(FieldKey key, KeyGroups groups, int targets) {
        this.key = key;
        this.groups = groups;
        this.targets = targets;
    }

    @Override
    public int choose(Object[] values) {
        return groups.owner(groups.of(key.hash(values)), targets);
    }
}
