package dev.gale.arch.sample.bad.engine.grouping;

import dev.gale.arch.sample.bad.engine.tuple.Left;

public final class Right {
    Left left;
}
