package dev.gale.arch.sample.good.engine.cluster;

import dev.gale.arch.sample.good.engine.task.TaskId;

public record ClusterView(TaskId task) {}
