package dev.gale.api;

import java.io.Serializable;
import java.util.List;

/**
 * Chooses targets by the author's own rule. Serialized at submit; each emitting task works on a copy of its own, on its executor's
 * thread.
 */
public interface CustomStreamGrouping extends Serializable {
    /** @param targetTasks the subscriber's task ids, ascending */
    void prepare(TopologyContext context, String sourceComponent, String sourceStream, List<Integer> targetTasks);

    /**
     * @return task ids out of those given to {@link #prepare}; none means that nobody gets the tuple, an id twice means that its
     *     task gets it twice. Null, or another id, makes the emit throw.
     */
    List<Integer> chooseTasks(int sourceTask, List<Object> values);
}
