package dev.gale.arch.sample.bad.adapter.memory;

public final class NotAFactory {}
