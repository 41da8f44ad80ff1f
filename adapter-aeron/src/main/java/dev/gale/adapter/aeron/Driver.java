package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A media driver inside this process: one thread, and one more that looks up host names and prepares buffers. */
final class Driver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Driver.class);

    /** 128 bytes for each of four to six counters a stream has, and four times as much to say what they count. */
    private static final int COUNTER_BYTES = 2 << 20;

    /** What the driver's own files take, and both directions of a first link with buffers of the usual size. */
    private static final long NEEDED_BYTES = (16L << 20) + (6L << 20);

    private static final int SPINS = 10;
    private static final int YIELDS = 5;
    private static final long LEAST_PARK_NANOS = 50_000;
    private static final long TIMERS_PER_TIMEOUT = 20;
    private static final long MOST_TIMER_NANOS = 500_000_000;
    private static final long LINGER_NANOS = 1_000_000_000;

    private final DriverDirectory directory;
    private final MediaDriver driver;
    private final OwnThreads threads;

    private Driver(DriverDirectory directory, MediaDriver driver, OwnThreads threads) {
        this.directory = directory;
        this.driver = driver;
        this.threads = threads;
    }

    /** @throws EngineException that says what failed; nothing is left behind then */
    static Driver start(DriverSettings settings, String name, PluginContext context, Tally tally) {
        DriverDirectory directory = DriverDirectory.claim(settings.base(), name);
        try {
            requireSpace(directory.path(), NEEDED_BYTES);
            OwnThreads threads = new OwnThreads(context);
            MediaDriver driver = MediaDriver.launch(context(settings, directory.path(), context, threads, tally));
            LOG.info("media driver runs in {}", directory.path());
            return new Driver(directory, driver, threads);
        } catch (EngineException e) {
            directory.close();
            throw e;
        } catch (RuntimeException e) {
            directory.close();
            throw new EngineException(
                    Category.UNAVAILABLE,
                    "cannot start a media driver in " + directory.path() + ": " + e.getMessage(),
                    e);
        }
    }

    Path directory() {
        return directory.path();
    }

    @Override
    public void close() {
        driver.close();
        threads.join();
        directory.close();
        LOG.info("media driver in {} has stopped", directory.path());
    }

    /** What a thread does between looks; the first sleeps are short, and each is twice as long as the one before. */
    static IdleStrategy idling(Duration longest) {
        long most = longest.toNanos();
        return new BackoffIdleStrategy(SPINS, YIELDS, Math.min(LEAST_PARK_NANOS, most), most);
    }

    /**
     * Memory that is promised and not there ends the process by a signal when it is touched. Hence the buffers of streams are
     * taken in full when they are made, and refused when there is no room.
     */
    private static MediaDriver.Context context(
            DriverSettings settings, Path directory, PluginContext host, OwnThreads threads, Tally tally) {
        long idle = settings.idle().toNanos();
        long timer = Math.min(MOST_TIMER_NANOS, idle / TIMERS_PER_TIMEOUT);
        return new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedThreadFactory(threads.factory("driver"))
                .sharedIdleStrategy(idling(settings.park()))
                .asyncExecutorThreadFactory(threads.factory("driver-tasks"))
                .asyncExecutorIdleStrategy(idling(settings.park().multipliedBy(10)))
                .errorHandler(fault -> tally.fault("media driver in " + directory, fault))
                .counterValuesBufferLength(COUNTER_BYTES)
                .termBufferSparseFile(false)
                .performStorageChecks(true)
                .spiesSimulateConnection(false)
                .timerIntervalNs(timer)
                .clientLivenessTimeoutNs(idle)
                .imageLivenessTimeoutNs(idle)
                .publicationConnectionTimeoutNs(idle)
                .publicationUnblockTimeoutNs(idle * 2)
                .publicationLingerTimeoutNs(LINGER_NANOS)
                .streamSessionLimit(settings.maxSessions())
                .receiveChannelEndpointSupplier((channel, dispatcher, status, context) ->
                        new GuardedReceiver(channel, dispatcher, status, context, settings.maxTermBytes(), host));
    }

    static void requireSpace(Path directory, long needed) {
        try {
            long free =
                    Files.getFileStore(directory.toAbsolutePath().getParent()).getUsableSpace();
            if (free < needed) {
                throw new EngineException(
                        Category.UNAVAILABLE,
                        "a media driver in " + directory + " needs " + needed + " bytes, and " + free
                                + " are free there");
            }
        } catch (IOException e) {
            throw new EngineException(Category.UNAVAILABLE, "cannot see the space in " + directory, e);
        }
    }
}
