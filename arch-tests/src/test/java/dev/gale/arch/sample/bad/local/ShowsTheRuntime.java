package dev.gale.arch.sample.bad.local;

import dev.gale.arch.sample.bad.runtime.one.One;
import java.util.List;

public final class ShowsTheRuntime {
    public List<One> ones() {
        return List.of();
    }

    List<One> hidden() {
        return List.of();
    }
}
