package dev.gale.tck;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * A host for the adapter under test. It remembers the threads, the errors and the counters; its monitor is notified at
 * every error.
 */
public final class TckContext implements PluginContext {
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AtomicInteger threadNumber = new AtomicInteger();
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

    @Override
    public LongSupplier nanoClock() {
        return System::nanoTime;
    }

    @Override
    public RandomGenerator random() {
        synchronized (random) {
            return random.split();
        }
    }

    @Override
    public ThreadFactory threadFactory(String purpose) {
        return body -> {
            Thread thread = new Thread(body, "tck-" + purpose + "-" + threadNumber.incrementAndGet());
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        };
    }

    @Override
    public void onError(String what, Throwable cause) {
        synchronized (this) {
            errors.add(cause);
            notifyAll();
        }
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, unused -> new LongAdder())::add;
    }

    /** The names of those of the adapter's threads that still run. */
    public List<String> liveThreads() {
        return threads.stream().filter(Thread::isAlive).map(Thread::getName).toList();
    }

    /** What the adapter reported. */
    public List<Throwable> errors() {
        return List.copyOf(errors);
    }

    /** The counter's sum; zero when there is none. */
    public long count(String name) {
        LongAdder counter = counters.get(name);
        return counter == null ? 0 : counter.sum();
    }
}
