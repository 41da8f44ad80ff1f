package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SupervisorStartIT {
    @TempDir
    Path directory;

    /** It is tried again and again then. */
    @Test
    void noCompanionIsStartedWhileTheStoreIsAway() throws IOException {
        ConfigSources sources;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            sources = new ConfigSources(
                    Optional.empty(),
                    Map.of(),
                    List.of(
                            "metadata.store=zookeeper",
                            "zookeeper.connect=127.0.0.1:" + nobody.getLocalPort(),
                            "transport=aeron",
                            "aeron.companion.dir=" + directory.resolve("drivers"),
                            "supervisor.slots.ports=6700",
                            "gale.local.dir=" + directory.resolve("local")));
        }

        assertThatThrownBy(() -> SupervisorDaemon.start(sources.load(), sources, failure -> {}))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("zookeeper");
        assertThat(directory.resolve("local/companion")).doesNotExist();
        assertThat(directory.resolve("drivers")).doesNotExist();
    }
}
