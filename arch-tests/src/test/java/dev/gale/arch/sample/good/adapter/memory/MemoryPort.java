package dev.gale.arch.sample.good.adapter.memory;

public final class MemoryPort {}
