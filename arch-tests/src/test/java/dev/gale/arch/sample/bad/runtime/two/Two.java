package dev.gale.arch.sample.bad.runtime.two;

import dev.gale.arch.sample.bad.runtime.one.One;

public final class Two {
    One one;
}
