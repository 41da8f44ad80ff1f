package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.HttpApi;
import dev.gale.adapter.http.HttpSettings;
import dev.gale.adapter.http.InMemoryControl;
import dev.gale.distribution.config.ConfigurationLoader;
import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.code.CodeSource;
import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CodeSourcesIT {
    /** Far below the time limit of a request, which a dead nimbus must not use up. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @Test
    void aDeadNimbusIsAskedOnceAndThenAfterTheOneThatAnswered() throws IOException {
        try (HttpApi api = HttpApi.start(HttpSettings.loopback(0), new InMemoryControl())) {
            String dead = "127.0.0.1:" + FreePort.next();
            String live = "127.0.0.1:" + api.port();
            CodeSources sources = CodeSources.of(ConfigurationLoader.load(
                    Optional.empty(), Map.of(), List.of("nimbus.seeds=" + dead + "," + live), Adapters.installed()));
            List<CodeSource> before = sources.get();
            assertThat(before).hasToString("[nimbus at " + dead + ", nimbus at " + live + "]");

            long start = System.nanoTime();
            assertThatThrownBy(() -> before.get(0).open("words-1-1", "d", CodeFile.CODE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("connection refused");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
            try (InputStream in = before.get(1).open("words-1-1", "d", CodeFile.CODE)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("d stormcode.ser");
            }

            assertThat(sources.get()).hasToString("[nimbus at " + live + ", nimbus at " + dead + "]");
        }
    }
}
