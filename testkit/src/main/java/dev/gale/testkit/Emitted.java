package dev.gale.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One emit of a component.
 *
 * @param task the id of the task that emitted
 * @param values the objects that were emitted, in the order of the stream's fields
 * @param anchored whether a bolt named an input as anchor, as a {@link dev.gale.api.BasicBolt} always does; false for spouts
 * @param messageId what a spout tracks the tuple by; null if it does not, and for bolts
 * @param targets the ids of the tasks that the tuple was sent to; empty if nobody subscribes
 */
public record Emitted(
        String component,
        int task,
        String stream,
        List<Object> values,
        boolean anchored,
        @Nullable Object messageId,
        List<Integer> targets) {
    public Emitted {
        values = Collections.unmodifiableList(new ArrayList<>(values));
        targets = List.copyOf(targets);
    }
}
