package dev.gale.runtime.store;

import dev.gale.api.Streams;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes errors of components to the store, where the newest ten of each are kept. More than a few in a short time are only counted.
 * Never blocks and never throws: who reports an error has other things to do. Used by one thread.
 */
public final class ErrorWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorWriter.class);
    private static final int KEPT = 10;
    private static final int MOST_IN_A_PERIOD = 5;
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_TEXT = 16_000;
    private static final int ATTEMPTS = 5;

    private static final class Recent {
        long periodStart;
        int written;
        long suppressed;
    }

    private final MetadataStore store;
    private final Keys keys;
    private final String topology;
    private final String worker;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final Supplier<String> requestIds;
    private final ErrorFormat format = new ErrorFormat();
    private final Map<String, Recent> recent = new HashMap<>();

    /** @param worker where errors are from, as in {@code host:port} */
    public ErrorWriter(
            MetadataStore store,
            Keys keys,
            String topology,
            String worker,
            LongSupplier nanoClock,
            InstantSource clock,
            Supplier<String> requestIds) {
        this.store = store;
        this.keys = keys;
        this.topology = topology;
        this.worker = worker;
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.requestIds = requestIds;
    }

    /** An error of a component. */
    public void write(String component, int task, Throwable error) {
        Recent of = recent.computeIfAbsent(component, key -> new Recent());
        long now = nanoClock.getAsLong();
        if (of.written == 0 || now - of.periodStart >= PERIOD_NANOS) {
            of.periodStart = now;
            of.written = 0;
        }
        if (of.written == MOST_IN_A_PERIOD) {
            of.suppressed++;
            return;
        }
        of.written++;
        StoredError stored = new StoredError(
                component, task, worker, clock.instant(), message(error), stackTrace(error), of.suppressed);
        of.suppressed = 0;
        put(stored, ATTEMPTS);
    }

    /**
     * Why the worker ends, however many errors there were before.
     *
     * @return completes when it is in the store, or cannot be written; never fails
     */
    public CompletionStage<Void> writeLast(String reason, Throwable error) {
        return ofWorker(
                "The worker ends, since only a new process may help: " + reason + ": " + message(error),
                stackTrace(error));
    }

    /**
     * That a worker ended which was to go on; it could not say so itself.
     *
     * @return as above
     */
    public CompletionStage<Void> writeEnd(String how) {
        return ofWorker("The worker has ended, and is started again: " + how, "");
    }

    private CompletionStage<Void> ofWorker(String text, String stackTrace) {
        return put(
                new StoredError(Streams.SYSTEM_COMPONENT, 0, worker, clock.instant(), cut(text), stackTrace, 0),
                ATTEMPTS);
    }

    /** Never throws, though the messages of users' exceptions are users' code. */
    static String message(Throwable error) {
        try {
            return cut(error.toString());
        } catch (Throwable e) {
            return error.getClass().getName() + ", whose message cannot be read";
        }
    }

    private static String stackTrace(Throwable error) {
        try {
            StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace));
            return cut(trace.toString());
        } catch (Throwable e) {
            return message(error);
        }
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    }

    /** Several workers may write at once: whoever comes second takes the next number. */
    private CompletionStage<Void> put(StoredError error, int attempts) {
        Key under = keys.under(Keys.Kind.ERROR, topology).child(error.component());
        return store.children(under)
                .thenCompose(names -> {
                    List<Integer> numbers = numbers(names);
                    int next = numbers.isEmpty() ? 1 : numbers.get(numbers.size() - 1) + 1;
                    Key key = keys.error(topology, error.component(), next);
                    Commit.Builder commit = Commit.builder(requestIds.get())
                            .checkPresent(keys.topology(topology))
                            .checkAbsent(key)
                            .put(key, format.encode(error, null));
                    numbers.stream()
                            .filter(number -> number <= next - KEPT)
                            .limit(KEPT)
                            .forEach(number -> commit.delete(keys.error(topology, error.component(), number)));
                    return store.commit(commit.build());
                })
                .handle((result, failure) -> {
                    if (failure == null && !result.accepted() && attempts > 1) {
                        return put(error, attempts - 1);
                    }
                    if (failure != null || !result.accepted()) {
                        LOG.warn(
                                "component={} its error is in this log only: {}",
                                error.component(),
                                failure == null ? "the topology is gone" : failure.toString());
                    }
                    return CompletableFuture.<Void>completedStage(null);
                })
                .thenCompose(Function.identity());
    }

    private static List<Integer> numbers(List<String> names) {
        return names.stream()
                .filter(name -> name.matches("e[0-9]{1,9}"))
                .map(name -> Integer.parseInt(name.substring(1)))
                .sorted()
                .toList();
    }
}
