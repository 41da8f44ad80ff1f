package dev.gale.arch.sample.bad.runtime.two;

import dev.gale.arch.sample.bad.adapter.memory.NotAFactory;

final class SeesAnAdapter {
    NotAFactory adapter;
}
