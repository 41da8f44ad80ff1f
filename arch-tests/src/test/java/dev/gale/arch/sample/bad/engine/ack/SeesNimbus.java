package dev.gale.arch.sample.bad.engine.ack;

import dev.gale.arch.sample.bad.engine.nimbus.Nimbus;

public final class SeesNimbus {
    Nimbus nimbus;
}
