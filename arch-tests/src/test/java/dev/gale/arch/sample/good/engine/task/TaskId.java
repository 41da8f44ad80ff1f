package dev.gale.arch.sample.good.engine.task;

import dev.gale.arch.sample.good.api.Component;

public record TaskId(int number, Component component) {}
