package dev.gale.arch.sample.bad.examples;

import dev.gale.arch.sample.bad.runtime.one.One;

final class UsesTheRuntime {
    One one;
}
