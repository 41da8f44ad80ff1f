package dev.gale.runtime.sim;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What an adapter gets in a simulation: virtual time, chance from the seed, and no threads. */
final class SimContext implements PluginContext {
    private final SimNode node;
    private final Random random;

    SimContext(Sim sim, SimNode node) {
        this.node = node;
        random = new Random(sim.random().nextLong());
    }

    @Override
    public LongSupplier nanoClock() {
        return node::nanoTime;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public ThreadFactory threadFactory(String purpose) {
        throw new UnsupportedOperationException("a simulation has no threads: " + purpose);
    }

    @Override
    public void onError(String what, Throwable cause) {
        throw new AssertionError(what, cause);
    }

    @Override
    public Counter counter(String name) {
        throw new UnsupportedOperationException(name);
    }
}
