package dev.gale.arch.sample.good.adapter.memory;

import dev.gale.arch.sample.good.spi.PortFactory;

public final class MemoryPortFactory implements PortFactory {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public MemoryPort open() {
        return new MemoryPort();
    }
}
