package dev.gale.arch.sample.bad.adapter.memory;

import dev.gale.arch.sample.bad.engine.task.Task;

final class SeesTheEngine {
    Task task;
}
