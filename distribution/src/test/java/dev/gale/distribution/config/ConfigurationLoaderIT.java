package dev.gale.distribution.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gale.runtime.config.ConfigException;
import dev.gale.runtime.config.ConfigKeys;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.EffectiveValue;
import dev.gale.runtime.config.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ConfigurationLoaderIT {
    private static final Set<String> ADAPTERS = Set.of("zookeeper", "netty", "localfile");

    @TempDir
    Path folder;

    private Path file;

    @Test
    void flagsHoldOverTheEnvironmentAndThatOverTheFile() throws IOException {
        write(
                "nimbus.api.port: 1\nnimbus.seeds: [a, b]\nsupervisor.id: file\nzookeeper:\n  connect: file\n  session-timeout: 7s\n");

        Configuration configuration = load(
                Map.of("GALE_SUPERVISOR_ID", "env", "GALE_ZOOKEEPER_CONNECT", "env", "GALE_NIMBUS_API_PORT", "2"),
                "nimbus.api.port=3");

        assertThat(configuration.get(ConfigKeys.NIMBUS_API_PORT)).isEqualTo(3);
        assertThat(configuration.originOf("nimbus.api.port")).isEqualTo(new Origin.Flag(1));
        assertThat(configuration.get(ConfigKeys.SUPERVISOR_ID)).isEqualTo("env");
        assertThat(configuration.originOf("supervisor.id")).hasToString("environment variable GALE_SUPERVISOR_ID");
        assertThat(configuration.get(ConfigKeys.NIMBUS_SEEDS)).containsExactly("a", "b");
        assertThat(configuration.originOf("nimbus.seeds")).hasToString(file + ":2:1");
        assertThat(configuration.section("zookeeper").values())
                .containsOnly(Map.entry("connect", "env"), Map.entry("session-timeout", "7s"));
        assertThat(configuration.originOf("zookeeper.session-timeout")).hasToString(file + ":6:3");
    }

    @Test
    void aSecretIsReadFromTheFileBesideAndAppearsNowhere() throws IOException {
        write("nimbus.api.token.file: token\nzookeeper.password: hunter2zookeeper\n");
        Files.writeString(folder.resolve("token"), "hunter2token\n");

        Configuration configuration = load(Map.of());

        assertThat(configuration.get(ConfigKeys.NIMBUS_API_TOKEN).reveal()).isEqualTo("hunter2token");
        assertThat(configuration.originOf("nimbus.api.token")).hasToString(file + ":1:1");
        assertThat(configuration.toString() + configuration.effective() + configuration.section("zookeeper"))
                .doesNotContain("hunter2");
        assertThat(configuration.effective())
                .contains(new EffectiveValue("nimbus.api.token", "***", configuration.originOf("nimbus.api.token")));
    }

    @Test
    void everyProblemIsReportedTogetherWithItsPlace() throws IOException {
        write(
                "nimbus.api.prot: 1\nnimbus.api.port: hunter2\nnimbus.api.token.file: missing\nzookeper:\n  connect: hunter2\n"
                        + "topology.workers: 0\nsupervisor.id: a\nsupervisor.id: b\n");

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> load(Map.of("GALE_WORKER_HEEP_MEMORY_MB", "1"), "worker.heap.memory.mb=none"))
                .satisfies(e -> assertThat(e.problems()).hasSize(8))
                .withMessageContaining(file + ":1:1: nimbus.api.prot: unknown key, did you mean 'nimbus.api.port'?")
                .withMessageContaining(
                        file + ":2:1: nimbus.api.port: is 'hunter2'; it takes a whole number from 0 to 65535")
                .withMessageContaining(
                        file + ":3:1: nimbus.api.token.file: names a file that cannot be read: it is not there")
                .withMessageContaining(file + ":5:3: zookeper.connect: unknown key, did you mean 'zookeeper.connect'?")
                .withMessageContaining(file + ":6:1: topology.workers is 0; ")
                .withMessageContaining(file + ":8:1: supervisor.id: is there twice; the other is at " + file + ":7:1")
                .withMessageContaining("environment variable GALE_WORKER_HEEP_MEMORY_MB: worker.heep.memory.mb: unknown"
                        + " key, did you mean 'worker.heap.memory.mb'?")
                .withMessageContaining("flag -c number 1: worker.heap.memory.mb: is 'none'; it takes a whole number");
    }

    @Test
    void aFileThatMayNotBeReadSaysSo() throws IOException {
        write("");
        Files.setPosixFilePermissions(file, Set.of());
        assumeThat(Files.isReadable(file))
                .as("the file can be read all the same, as root")
                .isFalse();

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> load(Map.of()))
                .withMessageContaining(file + ": the file cannot be read: permission denied");
    }

    @Test
    void aFileThatIsNamedMustBeThere() {
        file = folder.resolve("gale.yaml");

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> load(Map.of()))
                .withMessageContaining(file + ": the file cannot be read: it is not there");
    }

    @Test
    void aDirectoryIsNoFile() throws IOException {
        file = Files.createDirectory(folder.resolve("gale.yaml"));

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> load(Map.of()))
                .withMessageContaining(file + ": the file cannot be read: it is no ordinary file");
    }

    @Test
    void withoutAFileTheDefaultsHold() {
        Configuration configuration = ConfigurationLoader.load(Optional.empty(), Map.of(), List.of(), ADAPTERS);

        assertThat(configuration.get(ConfigKeys.METADATA_STORE)).isEqualTo("zookeeper");
        assertThat(configuration.originOf("metadata.store")).isEqualTo(new Origin.Default());
    }

    private void write(String text) throws IOException {
        file = Files.writeString(folder.resolve("gale.yaml"), text);
    }

    private Configuration load(Map<String, String> environment, String... flags) {
        return ConfigurationLoader.load(Optional.of(file), environment, List.of(flags), ADAPTERS);
    }
}
