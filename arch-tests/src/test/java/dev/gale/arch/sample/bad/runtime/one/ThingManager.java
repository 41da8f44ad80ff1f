package dev.gale.arch.sample.bad.runtime.one;

final class ThingManager {}
