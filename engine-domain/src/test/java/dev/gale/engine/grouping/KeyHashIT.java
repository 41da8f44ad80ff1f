package dev.gale.engine.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys hash the same in another process, where identity hash codes and the order of immutable sets differ. */
@Timeout(60)
class KeyHashIT {
    // O-05, O-06
    @ParameterizedTest(name = "identity hash mode {0}")
    @ValueSource(ints = {0, 5})
    void anotherJvmComputesTheSameHashes(int identityHashMode) throws IOException, InterruptedException {
        Process other = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=" + identityHashMode,
                        "-cp",
                        System.getProperty("java.class.path"),
                        GoldenKeys.class.getName()))
                .redirectErrorStream(true)
                .start();
        String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(printed).isEqualTo(GoldenKeys.print());
    }
}
