package dev.gale.arch.sample.bad.engine.nimbus;

public final class Nimbus {}
