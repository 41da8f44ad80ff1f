package dev.gale.arch.sample.bad.engine.tuple;

import dev.gale.arch.sample.bad.engine.grouping.Right;

public final class Left {
    Right right;
}
