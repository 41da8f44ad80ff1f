package dev.gale.arch.sample.plugin.bad;

import dev.gale.engine.task.TaskId;

final class SeesTheEngine {
    TaskId task;
}
