package dev.gale.arch.sample.good.spi;

public interface PortFactory {
    String name();

    default Object open() {
        return name();
    }
}
