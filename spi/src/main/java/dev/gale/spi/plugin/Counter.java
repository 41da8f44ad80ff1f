package dev.gale.spi.plugin;

/** A sum that only rises. Cheap enough for every frame, and safe from any thread. */
@FunctionalInterface
public interface Counter {
    /** Adds {@code amount}, which is not negative. */
    void add(long amount);

    /** Adds one. */
    default void increment() {
        add(1);
    }
}
