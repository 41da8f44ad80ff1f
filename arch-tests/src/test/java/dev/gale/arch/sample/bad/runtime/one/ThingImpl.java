package dev.gale.arch.sample.bad.runtime.one;

final class ThingImpl implements IThing {}
