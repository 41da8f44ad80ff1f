package dev.gale.engine.executor;

import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.engine.topology.TopologySettings;

/** A topology as it is to run: checked, with its tasks computed. */
public record TopologyPlan(String id, String name, TopologyGraph graph, TaskLayout layout, TopologySettings settings) {}
