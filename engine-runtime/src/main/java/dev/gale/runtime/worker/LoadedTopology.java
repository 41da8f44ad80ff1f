package dev.gale.runtime.worker;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.runtime.codec.SerializationRegistry;

/**
 * A topology's code as a worker has it, in the user's class loader.
 *
 * @param secret that its workers share; not to be shown
 */
public record LoadedTopology(
        String id,
        String name,
        TopologyGraph graph,
        TopologySettings settings,
        ComponentCopies copies,
        SerializationRegistry registry,
        byte[] secret) {

    /** The plan that an assignment stands for: it has every executor, and they are cut as they are. */
    TopologyPlan plan(Assignment assignment) {
        TaskLayout layout = TaskLayout.of(assignment.executors().keySet().stream()
                .map(executor ->
                        new ComponentTasks(executor.component(), executor.firstTask(), executor.taskCount(), 1))
                .toList());
        return new TopologyPlan(id, name, graph, layout, settings);
    }

    @Override
    public String toString() {
        return "topology " + id;
    }
}
