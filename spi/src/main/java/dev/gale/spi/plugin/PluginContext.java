package dev.gale.spi.plugin;

import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What a host lends to an adapter. An adapter takes its time, chance and threads from here and from nowhere else, so
 * that a host can simulate, name, count and stop them.
 */
public interface PluginContext {
    /**
     * Monotonic time in nanoseconds, as {@link System#nanoTime()}: only differences mean something. Safe from any
     * thread.
     */
    LongSupplier nanoClock();

    /** A generator of the caller's own, forked from the host's: not thread-safe, and not for secrets. */
    RandomGenerator random();

    /**
     * Makes the adapter's threads. Their names tell the host, {@code purpose} and a number; the host counts them, and
     * an adapter has ended all of them when its {@code close} returns.
     *
     * @param purpose a word or two, such as {@code "delivery"}
     */
    ThreadFactory threadFactory(String purpose);

    /**
     * Takes failures that no caller is there for, such as an exception thrown by a listener. Returns normally and does
     * not block. An {@link EngineException} of category FATAL ends the process, unless the host has lent that too.
     *
     * @param what what was being done, with the key or address
     */
    void onError(String what, Throwable cause);

    /**
     * The counter of that name, such as {@code "frames.lost"}; the host adds the adapter's name. The same name gives
     * the same counter.
     */
    Counter counter(String name);
}
