package dev.gale.arch.sample.good.adapter.aeron;

import dev.gale.arch.sample.good.spi.PortFactory;

public final class AeronPortFactory implements PortFactory {
    @Override
    public String name() {
        return "aeron";
    }
}
