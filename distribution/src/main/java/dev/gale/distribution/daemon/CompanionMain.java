package dev.gale.distribution.daemon;

import dev.gale.runtime.config.Configuration;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of what all workers of a host share, as a supervisor starts it. It outlives that supervisor, as the workers do, and ends
 * when it is told to, or when neither a supervisor nor a worker has been there for a while.
 */
public final class CompanionMain {
    private static final Logger LOG = LoggerFactory.getLogger(CompanionMain.class);
    private static final int EXIT_OK = 0;
    private static final int EXIT_FAILED = 1;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long HOOK_SECONDS = 10;

    private CompanionMain() {}

    /** @param args the companion's directory, the configuration file */
    public static void main(String[] args) {
        CountDownLatch told = new CountDownLatch(1);
        AtomicReference<EngineException> fatal = new AtomicReference<>();
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, closed), "gale-companion-shutdown"));
        int code = EXIT_FAILED;
        try {
            run(Path.of(args[0]), Path.of(args[1]), told, failure -> {
                fatal.compareAndSet(null, failure);
                told.countDown();
            });
            if (fatal.get() != null) {
                throw fatal.get();
            }
            code = EXIT_OK;
        } catch (RuntimeException e) {
            LOG.error("The companion cannot run: {}", e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed.countDown();
        }
        Runtime.getRuntime().halt(code);
    }

    private static void run(Path directory, Path configFile, CountDownLatch told, Consumer<EngineException> fatal)
            throws InterruptedException {
        Configuration configuration = ConfigSources.read(configFile).load();
        Adapters adapters = new Adapters(configuration, "gale-companion", fatal);
        CompanionServiceFactory factory = adapters.transportCompanion()
                .orElseThrow(() -> new EngineException(Category.REJECTED, "The transport has no companion"));
        try (CompanionService service = adapters.start(factory, directory)) {
            CompanionNote.of(ProcessHandle.current().pid(), service.clientSection())
                    .write(directory);
            LOG.info("The companion of the transport is up");
            awaitEnd(new CompanionUse(directory), told);
        }
    }

    private static void awaitEnd(CompanionUse use, CountDownLatch told) throws InterruptedException {
        long usedNanos = System.nanoTime();
        while (!told.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            if (use.isUsed()) {
                usedNanos = System.nanoTime();
            } else if (System.nanoTime() - usedNanos >= PATIENCE.toNanos()) {
                LOG.info("Nobody has used the companion for {} s; it ends", PATIENCE.toSeconds());
                return;
            }
        }
    }

    private static void end(CountDownLatch told, CountDownLatch closed) {
        told.countDown();
        try {
            if (!closed.await(HOOK_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The companion did not close within {} s", HOOK_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
