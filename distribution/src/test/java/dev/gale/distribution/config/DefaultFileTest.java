package dev.gale.distribution.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.topology.TopologySettings;
import dev.gale.runtime.config.ConfigEntry;
import dev.gale.runtime.config.ConfigKey;
import dev.gale.runtime.config.ConfigKeys;
import dev.gale.runtime.config.ConfigLayer;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.ConfigurationReader;
import dev.gale.runtime.config.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The file that is shipped, and what is built in, say the same. */
class DefaultFileTest {
    private static final Path FILE = Path.of("src/main/dist/conf/gale.yaml");
    private static final Pattern SETTING = Pattern.compile("(?m)^# (?=[a-z][A-Za-z0-9.-]*:( |$))");

    private static final Configuration BUILT_IN = read(new ConfigLayer(List.of(), List.of()));

    private final ConfigLayer shipped = GaleYaml.layer("gale.yaml", content());
    private final ConfigLayer defaults = GaleYaml.layer("gale.yaml", uncommented());

    @Test
    void asShippedTheFileSetsNothing() {
        assertThat(shipped).isEqualTo(new ConfigLayer(List.of(), List.of()));
    }

    @Test
    void everyKnownKeyIsInTheFileInOrderAndNoOther() {
        assertThat(defaults.problems()).isEmpty();
        assertThat(defaults.entries())
                .extracting(ConfigEntry::key)
                .filteredOn(key -> !key.startsWith("topology."))
                .containsExactlyElementsOf(
                        ConfigKeys.ALL.stream().map(ConfigKey::name).toList());
    }

    @Test
    void itsValuesAreTheDefaults() {
        ConfigLayer valued = new ConfigLayer(
                defaults.entries().stream()
                        .filter(entry -> entry.value() != null)
                        .toList(),
                List.of());
        Configuration configuration = read(valued);

        for (ConfigKey<?> key : ConfigKeys.ALL) {
            assertThat(configuration.find(key)).as(key.name()).isEqualTo(BUILT_IN.find(key));
        }
        for (ConfigEntry entry : valued.entries()) {
            if (ConfigKeys.contains(entry.key()) && !(entry.value() instanceof Map<?, ?>)) {
                assertThat(configuration.originOf(entry.key())).isInstanceOf(Origin.File.class);
            }
        }
    }

    @Test
    void aKeyWithoutAValueThereHasNoDefault() {
        for (ConfigEntry entry : defaults.entries()) {
            if (entry.value() == null) {
                assertThat(ConfigKeys.ALL.stream()
                                .filter(key -> key.name().equals(entry.key()))
                                .findFirst()
                                .flatMap(BUILT_IN::find))
                        .as(entry.key())
                        .isEmpty();
            }
        }
    }

    @Test
    void itsTopologyKeysHaveTheirDefaultsToo() {
        TopologySettings builtIn = TopologySettings.of(Map.of());
        List<ConfigEntry> entries = defaults.entries().stream()
                .filter(entry -> entry.key().startsWith("topology."))
                .toList();
        assertThat(entries).isNotEmpty();
        for (ConfigEntry entry : entries) {
            TopologySettings set = TopologySettings.of(Collections.singletonMap(entry.key(), entry.value()));
            assertThat(set.ackerPlacement()).isEqualTo(builtIn.ackerPlacement());
            if (entry.value() == null || builtIn.merged().containsKey(entry.key())) {
                assertThat(set).as(entry.key()).isEqualTo(builtIn);
            }
        }
    }

    private static Configuration read(ConfigLayer layer) {
        return ConfigurationReader.read(List.of(layer), Set.of(), path -> {
            throw new IOException("no files here");
        });
    }

    private static byte[] content() {
        try {
            return Files.readAllBytes(FILE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] uncommented() {
        String text = new String(content(), StandardCharsets.UTF_8);
        return SETTING.matcher(text).replaceAll("").getBytes(StandardCharsets.UTF_8);
    }
}
