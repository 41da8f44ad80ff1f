package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import io.aeron.Aeron;
import io.aeron.CommonContext;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The client of the media driver, for all endpoints of a transport. A client that was paused for too long, or whose driver is
 * gone, closes itself for good; then there is a new one as soon as a driver answers.
 */
final class Clients implements AutoCloseable {
    /** So long does somebody who is just writing into a stream's memory have to notice that the client is closed. */
    private static final long CLOSE_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Path directory;
    private final long driverTimeoutMillis;
    private final PluginContext context;
    private final Tally tally;
    private final OwnThreads threads;

    /** Guarded by this. */
    private @Nullable Aeron current;

    private boolean closed;

    Clients(Path directory, TimeSettings times, PluginContext context, Tally tally) {
        this.directory = directory;
        this.driverTimeoutMillis = times.idle().toMillis();
        this.context = context;
        this.tally = tally;
        this.threads = new OwnThreads(context);
    }

    /** A client that works, as far as is known; nothing while no driver answers. */
    synchronized Optional<Aeron> current() {
        if (closed) {
            return Optional.empty();
        }
        if (current != null && current.isClosed()) {
            tally.clientLost(directory.toString());
            current.close();
            current = null;
        }
        if (current == null && CommonContext.isDriverActive(directory.toFile(), driverTimeoutMillis, line -> {})) {
            current = Aeron.connect(clientContext());
        }
        return Optional.ofNullable(current);
    }

    /** @throws EngineException UNAVAILABLE when no driver answers */
    Aeron require() {
        RuntimeException cause = null;
        try {
            Optional<Aeron> client = current();
            if (client.isPresent()) {
                return client.get();
            }
        } catch (RuntimeException e) {
            cause = e;
        }
        String what = "no media driver answers in " + directory;
        throw cause == null
                ? new EngineException(Category.UNAVAILABLE, what)
                : new EngineException(Category.UNAVAILABLE, what + ": " + cause.getMessage(), cause);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (current != null) {
            current.close();
            current = null;
        }
        threads.join();
    }

    private Aeron.Context clientContext() {
        return new Aeron.Context()
                .aeronDirectoryName(directory.toString())
                .driverTimeoutMs(driverTimeoutMillis)
                .threadFactory(threads.factory("client"))
                .closeLingerDurationNs(CLOSE_LINGER_NANOS)
                .clientName("gale")
                .errorHandler(fault -> tally.fault("client of the media driver in " + directory, fault))
                .subscriberErrorHandler(fault -> context.onError("a stream of Aeron", fault));
    }
}
