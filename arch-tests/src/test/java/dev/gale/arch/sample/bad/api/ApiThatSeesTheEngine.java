package dev.gale.arch.sample.bad.api;

import dev.gale.arch.sample.bad.engine.task.Task;

public final class ApiThatSeesTheEngine {
    public Task task() {
        return new Task();
    }
}
