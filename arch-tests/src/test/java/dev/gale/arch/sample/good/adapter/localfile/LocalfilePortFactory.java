package dev.gale.arch.sample.good.adapter.localfile;

import dev.gale.arch.sample.good.spi.PortFactory;

public final class LocalfilePortFactory implements PortFactory {
    @Override
    public String name() {
        return "localfile";
    }
}
