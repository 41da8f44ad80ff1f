package dev.gale.api;

import java.io.Serializable;
import java.util.Objects;

/** How the tuples of a stream are shared out among a subscriber's tasks. */
public sealed interface GroupingSpec extends Serializable {
    /** Evenly, over all tasks. */
    record Shuffle() implements GroupingSpec {}

    /** Equal values of these fields meet in one task. */
    record ByFields(Fields fields) implements GroupingSpec {
        public ByFields {
            Objects.requireNonNull(fields, "fields of a fields grouping is null");
        }
    }

    /** Equal values of these fields meet in one of two tasks, the one that this emitter used less. */
    record PartialKey(Fields fields) implements GroupingSpec {
        public PartialKey {
            Objects.requireNonNull(fields, "fields of a partial key grouping is null");
        }
    }

    /** Every task gets a copy. */
    record All() implements GroupingSpec {}

    /** Everything to the task with the lowest id. */
    record Global() implements GroupingSpec {}

    /** The author does not care; today the same as {@link Shuffle}. */
    record None() implements GroupingSpec {}

    /** The emitter names the task. */
    record Direct() implements GroupingSpec {}

    /** Evenly over the tasks in the emitter's worker if there are any, else over all. */
    record LocalOrShuffle() implements GroupingSpec {}

    /** The author's own rule. */
    record Custom(CustomStreamGrouping grouping) implements GroupingSpec {}
}
