package dev.gale.engine.grouping;

import dev.gale.api.GroupingSpec;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Makes the grouper that a declared grouping stands for. */
public final class Groupings {
    private Groupings() {}

    /**
     * A fresh grouper for one emitting task. A custom grouping is used as it is, so the caller passes one that no other task has;
     * it is prepared here.
     *
     * @throws IllegalArgumentException for a direct grouping, where the emitter names the task, and for fields that the stream
     *     does not have
     */
    public static Grouper create(GroupingSpec spec, GroupingContext context) {
        int targets = context.targetTasks().length;
        if (spec instanceof GroupingSpec.ByFields byFields) {
            return new FieldsGrouper(
                    new FieldKey(byFields.fields(), context), new KeyGroups(context.keyGroups()), targets);
        }
        if (spec instanceof GroupingSpec.PartialKey partialKey) {
            return new PartialKeyGrouper(new FieldKey(partialKey.fields(), context), targets);
        }
        if (spec instanceof GroupingSpec.Custom custom) {
            return new CustomGrouper(custom.grouping(), context);
        }
        if (spec instanceof GroupingSpec.Shuffle || spec instanceof GroupingSpec.None) {
            return roundRobin(all(targets), context);
        }
        if (spec instanceof GroupingSpec.LocalOrShuffle) {
            int[] local = all(targets).filter(i -> context.local()[i]).toArray();
            return roundRobin(local.length == 0 ? all(targets) : Arrays.stream(local), context);
        }
        if (spec instanceof GroupingSpec.All) {
            return targets == 1 ? new ConstantGrouper(0) : new AllGrouper(targets);
        }
        if (spec instanceof GroupingSpec.Global) {
            return new ConstantGrouper(0);
        }
        throw new IllegalArgumentException("There is nothing to choose for " + spec + " on " + context.source());
    }

    private static IntStream all(int targets) {
        return IntStream.range(0, targets);
    }

    private static Grouper roundRobin(IntStream positions, GroupingContext context) {
        int[] order = positions.toArray();
        return order.length == 1 ? new ConstantGrouper(order[0]) : new RoundRobinGrouper(order, context.random());
    }
}
