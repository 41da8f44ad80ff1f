package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What bench.sh builds beside the ordinary build. */
@Timeout(120)
class BenchmarkPomsIT {
    /** On a machine where nothing of Gale is installed, which no build of this repository does. */
    @Test
    void thePeersAreReadWithoutAnythingInstalled() throws IOException, InterruptedException {
        Process maven = new ProcessBuilder("mvn", "-q", "-B", "-o", "-f", "benchmarks/peers/pom.xml", "validate")
                .directory(Repository.ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        maven.getOutputStream().close();
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(maven.waitFor()).as(said).isZero();
    }
}
