package dev.gale.distribution.daemon;

import dev.gale.runtime.config.ConfigException;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a daemon as this process, until a signal asks for its end. That is not a failure: the exit code is 0 then. */
public final class Foreground {
    private static final int ENDED = 0;
    private static final int FAILED = 1;
    private static final int CONFIGURATION = 78;
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(15);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
    private static final long TIDY_SECONDS = 60;

    /** What runs. */
    public interface Daemon extends AutoCloseable {
        /** Where it is reached, by what it is. */
        Map<String, String> addresses();

        @Override
        void close();
    }

    /** Starts it, or throws and leaves nothing open. */
    public interface Start {
        /** @param fatal takes what the daemon cannot go on with: it is closed then, and this process ends */
        Daemon start(Consumer<EngineException> fatal) throws InterruptedException;
    }

    private final PrintStream out;
    private final PrintStream err;
    private final CountDownLatch tidy = new CountDownLatch(1);
    private final BlockingQueue<EngineException> fatal = new ArrayBlockingQueue<>(1);
    private final Thread main = Thread.currentThread();
    private volatile boolean asked;
    private volatile int code = FAILED;

    public Foreground(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Returns when the daemon has failed; after a signal the process ends in here.
     *
     * @param waits whether what is UNAVAILABLE now, such as a store that cannot be reached, is waited for
     * @return the exit code
     */
    public int run(String name, boolean waits, Start start) {
        Thread hook = new Thread(this::end, "gale-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            code = runToTheEnd(name, waits, start);
        } finally {
            tidy.countDown();
        }
        if (!asked) {
            removeHook(hook);
        }
        return code;
    }

    private int runToTheEnd(String name, boolean waits, Start start) {
        try (Daemon daemon = waits ? patiently(start) : start.start(fatal::offer)) {
            print(name, daemon.addresses());
            EngineException reason = fatal.take();
            endInAnyCase();
            throw reason;
        } catch (InterruptedException e) {
            return ENDED;
        } catch (ConfigException e) {
            err.println("gale: " + e.getMessage());
            return CONFIGURATION;
        } catch (RuntimeException e) {
            if (asked) {
                return ENDED;
            }
            err.println("gale: " + name + ": " + e.getMessage());
            boolean rejected = e instanceof EngineException known && known.category() == Category.REJECTED;
            return rejected ? CONFIGURATION : FAILED;
        }
    }

    private Daemon patiently(Start start) throws InterruptedException {
        Logger log = LoggerFactory.getLogger(Foreground.class);
        Duration wait = FIRST_BACK_OFF;
        long warnedNanos = System.nanoTime() - BETWEEN_WARNINGS.toNanos();
        while (true) {
            try {
                return start.start(fatal::offer);
            } catch (EngineException e) {
                if (e.category() != Category.UNAVAILABLE || asked) {
                    throw e;
                }
                if (System.nanoTime() - warnedNanos >= BETWEEN_WARNINGS.toNanos()) {
                    warnedNanos = System.nanoTime();
                    log.warn("waiting: {}", e.getMessage());
                }
            }
            TimeUnit.MILLISECONDS.sleep(wait.toMillis());
            Duration twice = wait.multipliedBy(2);
            wait = twice.compareTo(LONGEST_BACK_OFF) < 0 ? twice : LONGEST_BACK_OFF;
        }
    }

    private void print(String name, Map<String, String> addresses) {
        int width = addresses.keySet().stream().mapToInt(String::length).max().orElse(0);
        out.println("gale " + name + " is up");
        addresses.forEach((what, where) -> out.printf("  %-" + Math.max(width, 1) + "s  %s%n", what, where));
        out.flush();
    }

    /** The signal's own exit code would look like a failure to whoever supervises this process. */
    private void end() {
        asked = true;
        main.interrupt();
        if (isTidyInTime()) {
            Runtime.getRuntime().halt(code);
        }
    }

    private boolean isTidyInTime() {
        try {
            if (tidy.await(TIDY_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
            err.println("gale: not everything could be closed within " + TIDY_SECONDS + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** What cannot go on may not be able to close either. */
    private void endInAnyCase() {
        Thread end = new Thread(
                () -> {
                    if (!isTidyInTime()) {
                        Runtime.getRuntime().halt(FAILED);
                    }
                },
                "gale-end-in-any-case");
        end.setDaemon(true);
        end.start();
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The signal came this moment; the hook finds that everything is tidy.
        }
    }
}
