package dev.gale.distribution.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.distribution.profile.Installation.Outcome;
import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The profiles beside the default one: the same layout with other plugins, and a configuration that runs as it is. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class OtherProfilesIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "etcd-netty, 'etcd localfile memory netty', 'metadata.store: etcd'",
        "etcd-aeron, 'aeron etcd localfile memory', 'metadata.store: etcd;transport: aeron'",
        "all, 'aeron etcd localfile memory netty zookeeper', ''",
    })
    void aClusterStartsFromItAndRunsAnExample(String profile, String plugins, String choices) throws Exception {
        Installation installation = Installation.unpack(profile, directory);
        Path home = installation.home();
        assertThat(Installation.names(home)).containsExactly("LICENSE", "bin", "conf", "examples", "lib", "plugins");
        assertThat(Installation.names(home.resolve("plugins"))).containsExactly(plugins.split(" "));
        assertThat(chosen(home))
                .containsExactlyElementsOf(Arrays.asList(choices.split(";")).stream()
                        .filter(choice -> !choice.isEmpty())
                        .toList());
        for (String plugin : plugins.split(" ")) {
            Outcome verified = installation.gale(
                    "plugin", "verify", home.resolve("plugins").resolve(plugin).toString());
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        }
        int port = FreePort.next();
        Map<String, String> client = Map.of("GALE_NIMBUS_SEEDS", "127.0.0.1:" + port);
        Process dev = installation.dev(port);
        try {
            Outcome submitted = installation.run(
                    client,
                    home,
                    List.of("bin/gale", "jar", installation.example(), "dev.gale.examples.colors.ColorsTopology"));
            assertThat(submitted.code()).as(submitted.err()).isZero();
            installation.awaitFinished(dev, client, "colors");
        } finally {
            dev.destroy();
            assertThat(dev.waitFor()).isZero();
        }
        assertThat(installation.devErrors()).doesNotContain("WARN", "ERROR", "Exception");
        assertThat(installation.processes()).isEmpty();
    }

    /** What the configuration says without being told to. */
    private static List<String> chosen(Path home) throws IOException {
        return Files.readAllLines(home.resolve("conf/gale.yaml")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.replaceAll(" *#.*", ""))
                .toList();
    }
}
