package dev.gale.arch.sample.bad.adapter.memory.inner;

final class Inner {}
