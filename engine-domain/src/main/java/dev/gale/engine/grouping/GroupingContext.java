package dev.gale.engine.grouping;

import dev.gale.api.Fields;
import dev.gale.api.TopologyContext;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * What a grouper may know. The arrays are copied in and not handed out for changing.
 *
 * @param fields the declared fields of the source stream
 * @param targetTasks the subscriber's task ids, strictly ascending, at least one
 * @param local for each target task, whether it runs in the emitter's worker
 * @param keyGroups the same for the whole life of the topology
 * @param random decides where round robins start and in which order they go
 */
public record GroupingContext(
        String sourceComponent,
        String sourceStream,
        Fields fields,
        int sourceTask,
        int[] targetTasks,
        boolean[] local,
        int keyGroups,
        RandomGenerator random,
        TopologyContext topologyContext) {
    public GroupingContext {
        targetTasks = targetTasks.clone();
        local = local.clone();
        if (targetTasks.length == 0 || targetTasks.length != local.length) {
            throw new IllegalArgumentException("There are " + targetTasks.length + " target tasks and " + local.length
                    + " places; expected as many, not 0");
        }
        for (int i = 1; i < targetTasks.length; i++) {
            if (targetTasks[i - 1] >= targetTasks[i]) {
                throw new IllegalArgumentException("Target tasks " + Arrays.toString(targetTasks)
                        + " are not strictly ascending at position " + i);
            }
        }
    }

    /** How messages name the stream. */
    String source() {
        return "component '" + sourceComponent + "', stream '" + sourceStream + "'";
    }
}
