package dev.gale.arch.sample.bad.engine.task;

import dev.gale.arch.sample.bad.spi.SeesTheEngine;

public final class SeesSpi {
    SeesTheEngine port;
}
