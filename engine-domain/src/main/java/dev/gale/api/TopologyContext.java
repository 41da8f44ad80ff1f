package dev.gale.api;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a task may know of its place in the topology. Immutable but for the task data; may be read by any thread. */
public interface TopologyContext {
    String getTopologyId();

    String getTopologyName();

    int getThisTaskId();

    String getThisComponentId();

    /** The position of this task among its component's, from 0. */
    int getThisTaskIndex();

    /** The component's task ids, ascending. @throws IllegalArgumentException if there is no such component */
    List<Integer> getComponentTasks(String componentId);

    /** @throws IllegalArgumentException if there is no such task */
    String getComponentId(int taskId);

    Set<String> getComponentIds();

    Set<String> getComponentStreams(String componentId);

    /** @throws IllegalArgumentException if there is no such stream */
    Fields getComponentOutputFields(String componentId, String streamId);

    /** The subscriptions of this component. */
    List<Subscription> getThisSources();

    /** Who subscribes to this component: stream, then component. */
    Map<String, Set<String>> getThisTargets();

    /** The tasks that run in the same worker, ascending. */
    List<Integer> getThisWorkerTasks();

    /** Something that lives as long as this task's instance. */
    void setTaskData(String name, Object data);

    /** @return null if nothing was set */
    @Nullable
    Object getTaskData(String name);
}
