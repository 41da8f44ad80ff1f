package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract in shared memory. What can cut two processes of a host apart is the end of their media driver. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class IpcTransportContractIT extends TransportContract {
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(3);

    @TempDir
    private Path temporary;

    private DriverHost host;

    @Override
    protected final Transport open(TckContext context) {
        if (host == null) {
            host = new DriverHost(temporary.resolve("drivers"), IDLE_TIMEOUT);
        }
        Map<String, Object> settings = Map.of(
                "driver",
                "external",
                "dir",
                host.directory().toString(),
                "idle-timeout",
                IDLE_TIMEOUT.toSeconds() + "s");
        return new AeronTransportFactory().open(ConfigSection.of("aeron", settings), context);
    }

    @Override
    protected final void cut(Transport transport, String left, String right) {
        host.stop();
    }

    @Override
    protected final void heal(Transport transport, String left, String right) {
        host.start();
    }

    @AfterEach
    final void stopDriver() {
        host.close();
        assertThat(host.context().liveThreads()).isEmpty();
        assertThat(Files.exists(temporary.resolve("drivers"))).isFalse();
    }
}
