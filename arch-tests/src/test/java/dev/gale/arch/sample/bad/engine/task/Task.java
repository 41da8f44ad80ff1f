package dev.gale.arch.sample.bad.engine.task;

public final class Task {}
