package dev.gale.arch.sample.good.adapter.netty;

import dev.gale.arch.sample.good.spi.PortFactory;

public final class NettyPortFactory implements PortFactory {
    @Override
    public String name() {
        return "netty";
    }
}
