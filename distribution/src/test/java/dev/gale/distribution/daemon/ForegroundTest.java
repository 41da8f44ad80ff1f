package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.distribution.daemon.Foreground.Daemon;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ForegroundTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void whatIsFatalAfterTheStartClosesTheDaemonAndIsTheExit() {
        AtomicInteger closed = new AtomicInteger();
        int code = foreground().run("nimbus", true, fatal -> {
            fatal.accept(new EngineException(Category.FATAL, "the epoch is gone"));
            fatal.accept(new EngineException(Category.FATAL, "and again"));
            return daemon(closed);
        });

        assertThat(code).isEqualTo(1);
        assertThat(text(out)).startsWith("gale nimbus is up");
        assertThat(text(err)).isEqualTo("gale: nimbus: the epoch is gone\n");
        assertThat(closed).hasValue(1);
    }

    private Foreground foreground() {
        return new Foreground(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }

    private static Daemon daemon(AtomicInteger closed) {
        return new Daemon() {
            @Override
            public Map<String, String> addresses() {
                return Map.of();
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }
}
