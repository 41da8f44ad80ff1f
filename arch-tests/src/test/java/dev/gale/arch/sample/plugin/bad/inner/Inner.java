package dev.gale.arch.sample.plugin.bad.inner;

final class Inner {}
