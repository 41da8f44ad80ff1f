package dev.gale.arch.sample.good.adapter.zookeeper;

import dev.gale.arch.sample.good.spi.PortFactory;

public final class ZookeeperPortFactory implements PortFactory {
    @Override
    public String name() {
        return "zookeeper";
    }
}
