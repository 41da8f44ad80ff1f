package dev.gale.adapter.aeron;

import dev.gale.tck.TckContext;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A media driver that is not the transport's own, and that a test may end and start again. */
final class DriverHost implements AutoCloseable {
    private static final int SESSIONS = 100;
    private static final int MOST_TERM = 1 << 20;

    private final TckContext context = new TckContext();
    private final DriverSettings settings;
    private @Nullable Driver driver;

    DriverHost(Path base, Duration idle) {
        settings = new DriverSettings(base, idle, Duration.ofMillis(1), SESSIONS, MOST_TERM);
        start();
    }

    void start() {
        driver = Driver.start(settings, "shared", context, new Tally(context));
    }

    void stop() {
        if (driver != null) {
            driver.close();
            driver = null;
        }
    }

    TckContext context() {
        return context;
    }

    Path directory() {
        return settings.base().resolve("shared");
    }

    @Override
    public void close() {
        stop();
    }
}
