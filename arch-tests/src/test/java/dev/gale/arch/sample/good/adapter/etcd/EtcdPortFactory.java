package dev.gale.arch.sample.good.adapter.etcd;

import dev.gale.arch.sample.good.spi.PortFactory;

public final class EtcdPortFactory implements PortFactory {
    @Override
    public String name() {
        return "etcd";
    }
}
