package dev.gale.runtime.plugin;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the engine lends to one adapter. */
public final class EnginePluginContext implements PluginContext {
    private static final Logger LOG = LoggerFactory.getLogger(EnginePluginContext.class);

    private final String host;
    private final String adapter;
    private final LongSupplier nanoClock;
    private final SplittableGenerator random;
    private final Consumer<EngineException> fatal;
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

    /**
     * For a host whose process is somebody else's: what is FATAL is logged.
     *
     * @param host whose threads these are, for their names
     * @param adapter the adapter's port and name, for messages
     * @param random of this context alone from now on: what the adapter gets is split off it
     */
    public EnginePluginContext(String host, String adapter, LongSupplier nanoClock, SplittableGenerator random) {
        this(host, adapter, nanoClock, random, failure -> {});
    }

    /** @param fatal ends the process, since going on would do harm; returns at once, and may be called again */
    public EnginePluginContext(
            String host,
            String adapter,
            LongSupplier nanoClock,
            SplittableGenerator random,
            Consumer<EngineException> fatal) {
        this.host = host;
        this.adapter = adapter;
        this.nanoClock = nanoClock;
        this.random = random;
        this.fatal = fatal;
    }

    @Override
    public LongSupplier nanoClock() {
        return nanoClock;
    }

    @Override
    public RandomGenerator random() {
        synchronized (random) {
            return random.split();
        }
    }

    @Override
    public ThreadFactory threadFactory(String purpose) {
        AtomicInteger number = new AtomicInteger();
        // The adapter asks, so this is its own; whoever has it make a thread later may be anybody.
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = new Thread(task, host + "-" + purpose + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    @Override
    public void onError(String what, Throwable cause) {
        LOG.error("adapter={} failed: {}", adapter, what, cause);
        Throwable known = cause instanceof CompletionException ? cause.getCause() : cause;
        if (known instanceof EngineException failure && failure.category() == Category.FATAL) {
            fatal.accept(failure);
        }
    }

    @Override
    public Counter counter(String name) {
        LongAdder adder = counters.computeIfAbsent(name, key -> new LongAdder());
        return adder::add;
    }

    /** What the adapter has counted so far. */
    public Map<String, Long> counters() {
        Map<String, Long> values = new TreeMap<>();
        counters.forEach((name, adder) -> values.put(name, adder.sum()));
        return values;
    }
}
