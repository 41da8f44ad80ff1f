package dev.gale.arch.sample.bad.spi;

public interface PortFactory {
    String name();
}
