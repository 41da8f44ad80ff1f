package dev.gale.arch.sample.bad.adapter.netty;

import dev.gale.arch.sample.bad.adapter.memory.NotAFactory;

final class SeesAnotherAdapter {
    NotAFactory other;
}
