package dev.gale.arch.sample.bad.runtime.one;

import dev.gale.arch.sample.bad.runtime.two.Two;

public final class One {
    Two two;
}
