package dev.gale.engine.executor;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Fields;
import dev.gale.api.StreamSpec;
import dev.gale.api.Subscription;
import dev.gale.api.TopologyContext;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.StreamId;
import dev.gale.engine.topology.Subscriber;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Answers a task's questions about its topology. */
final class TaskContext implements TopologyContext {
    private final TopologyPlan topology;
    private final int task;
    private final String component;
    private final List<Integer> workerTasks;
    private final Map<String, Object> data = new ConcurrentHashMap<>();

    /** @param workerTasks one list for all tasks of a worker, or they would take memory that grows with the square of their number */
    TaskContext(TopologyPlan topology, TaskId task, List<Integer> workerTasks) {
        this.topology = topology;
        this.task = task.number();
        component = topology.layout().componentOf(task);
        this.workerTasks = workerTasks;
    }

    @Override
    public String getTopologyId() {
        return topology.id();
    }

    @Override
    public String getTopologyName() {
        return topology.name();
    }

    @Override
    public int getThisTaskId() {
        return task;
    }

    @Override
    public String getThisComponentId() {
        return component;
    }

    @Override
    public int getThisTaskIndex() {
        return Collections.binarySearch(getComponentTasks(component), task);
    }

    @Override
    public List<Integer> getComponentTasks(String componentId) {
        return topology.layout().taskNumbersOf(componentId);
    }

    @Override
    public String getComponentId(int taskId) {
        return topology.layout().componentOf(new TaskId(taskId));
    }

    @Override
    public Set<String> getComponentIds() {
        Set<String> ids = new TreeSet<>();
        for (ComponentTasks each : topology.layout().components()) {
            ids.add(each.component());
        }
        return ids;
    }

    @Override
    public Set<String> getComponentStreams(String componentId) {
        return new TreeSet<>(topology.graph().streams(componentId).keySet());
    }

    @Override
    public Fields getComponentOutputFields(String componentId, String streamId) {
        StreamSpec stream = topology.graph().streams(componentId).get(streamId);
        if (stream == null) {
            throw new IllegalArgumentException("Component '" + componentId + "' has no stream '" + streamId
                    + "'; it has " + getComponentStreams(componentId));
        }
        return stream.fields();
    }

    @Override
    public List<Subscription> getThisSources() {
        ComponentSpec spec = topology.graph().component(component);
        return spec.inputs();
    }

    @Override
    public Map<String, Set<String>> getThisTargets() {
        Map<String, Set<String>> targets = new TreeMap<>();
        for (String stream : getComponentStreams(component)) {
            Set<String> components = new TreeSet<>();
            for (Subscriber subscriber : topology.graph().subscribers(new StreamId(component, stream))) {
                components.add(subscriber.component());
            }
            targets.put(stream, components);
        }
        return targets;
    }

    @Override
    public List<Integer> getThisWorkerTasks() {
        return workerTasks;
    }

    /** Forgets what an earlier instance has set. */
    void startNewInstance() {
        data.clear();
    }

    @Override
    public void setTaskData(String name, Object value) {
        data.put(name, value);
    }

    @Override
    public @Nullable Object getTaskData(String name) {
        return data.get(name);
    }
}
