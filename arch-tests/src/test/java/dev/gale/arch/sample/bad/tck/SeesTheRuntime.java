package dev.gale.arch.sample.bad.tck;

import dev.gale.arch.sample.bad.runtime.one.One;

final class SeesTheRuntime {
    One one;
}
