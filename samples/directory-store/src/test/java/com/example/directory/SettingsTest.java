package com.example.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.tck.TckContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void aPathIsAllThatIsNeeded() {
        Settings settings = Settings.of(ConfigSection.of("directory", Map.of("path", "/srv/gale")));

        assertThat(settings)
                .isEqualTo(new Settings(Path.of("/srv/gale"), Duration.ofSeconds(10), Duration.ofMillis(20)));
    }

    @Test
    void everyProblemIsToldTogetherAndNothingIsTouched() {
        ConfigSection section = ConfigSection.of(
                "directory", Map.of("session-timeout", "1ms", "poll-interval", "1h", "pathh", "/srv/gale"));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new DirectoryStoreFactory().open(section, new TckContext()))
                .withMessageContainingAll(
                        "directory.path: is required",
                        "directory.session-timeout: is at least 500ms",
                        "directory.poll-interval: is between 1ms and 1000ms",
                        "directory.pathh: unknown key");
    }

    @Test
    void theFactoryIsFoundByItsName() {
        assertThat(ServiceLoader.load(MetadataStoreFactory.class))
                .extracting(MetadataStoreFactory::name)
                .containsExactly("directory");
    }
}
