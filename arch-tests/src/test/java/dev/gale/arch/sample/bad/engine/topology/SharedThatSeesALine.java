package dev.gale.arch.sample.bad.engine.topology;

import dev.gale.arch.sample.bad.engine.nimbus.Nimbus;

public final class SharedThatSeesALine {
    Nimbus nimbus;
}
