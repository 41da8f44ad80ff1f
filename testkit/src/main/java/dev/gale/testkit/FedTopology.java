package dev.gale.testkit;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.runtime.worker.PreparedTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The plan that a driver runs: the author's topology with its own task ids, and behind it one feeder for each task, a spout of the
 * driver's that emits in the task's place. A feeder's number is its task's plus the number of tasks, so that the roots of what it
 * emits name it, and acks find it by the engine's own rules.
 */
final class FedTopology {
    static final String NAME = "test";

    private static final String FEEDERS = "__driver";

    private final Topology topology;
    private final TopologyPlan plan;
    private final int tasks;

    FedTopology(PreparedTopology prepared) {
        topology = prepared.topology();
        TaskLayout own = TaskLayout.of(topology, prepared.settings());
        tasks = own.taskCount();
        List<ComponentTasks> components = new ArrayList<>(own.components());
        components.add(new ComponentTasks(FEEDERS, new TaskId(tasks + 1), tasks, tasks));
        List<ComponentSpec> specs = new ArrayList<>(topology.components());
        specs.add(new ComponentSpec(FEEDERS, new Feeder(), tasks, tasks, Map.of(), List.of(), Map.of(), Map.of()));
        plan = new TopologyPlan(
                NAME + "-1",
                NAME,
                TopologyGraph.of(new Topology(specs)),
                TaskLayout.of(components),
                prepared.settings());
    }

    TopologyPlan plan() {
        return plan;
    }

    /** Without the feeders, which are assembled when they are needed. */
    List<ExecutorId> executors() {
        return plan.layout().executors().stream()
                .filter(executor -> !executor.component().equals(FEEDERS))
                .toList();
    }

    SortedSet<TaskId> tasks() {
        SortedSet<TaskId> all = new TreeSet<>();
        executors().forEach(executor -> all.addAll(executor.tasks()));
        return all;
    }

    int taskCount() {
        return tasks;
    }

    /** The feeder of a task, under its component's name. */
    ExecutorId feederOf(TaskId task) {
        TaskId feeder = new TaskId(task.number() + tasks);
        return new ExecutorId(plan.layout().componentOf(task), feeder, feeder);
    }

    /** What a feeder in a component's place is assembled from: the component is a spout there, with the streams it has. */
    TopologyPlan feederPlan(String component) {
        UnaryOperator<ComponentSpec> replaced = spec -> spec.id().equals(component)
                ? new ComponentSpec(
                        component,
                        new Feeder(),
                        1,
                        1,
                        spec.outputs(),
                        List.of(),
                        Map.of(),
                        Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, Integer.MAX_VALUE))
                : spec;
        Topology fed = new Topology(topology.components().stream().map(replaced).toList());
        return new TopologyPlan(plan.id(), plan.name(), TopologyGraph.of(fed), plan.layout(), plan.settings());
    }
}
