package dev.gale.arch.sample.bad.distribution;

import io.netty.buffer.ByteBuf;

public class SeesABackend {
    ByteBuf buffer;
}
