package dev.gale.arch.sample.bad.engine.bridge;

import dev.gale.arch.sample.bad.engine.nimbus.Nimbus;
import dev.gale.arch.sample.bad.engine.tuple.Left;

public final class Bridge {
    Nimbus control;
    Left data;
}
