package dev.gale.arch.sample.bad.engine.schedule;

public final class Schedule {}
