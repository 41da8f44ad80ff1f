package dev.gale.arch.sample.good.engine.tuple;

import dev.gale.arch.sample.good.engine.task.TaskId;

public record Tuple(TaskId source, byte[] value) {}
