package dev.gale.arch.sample.bad.spi;

import dev.gale.arch.sample.bad.engine.task.Task;

public interface SeesTheEngine {
    Task task();
}
