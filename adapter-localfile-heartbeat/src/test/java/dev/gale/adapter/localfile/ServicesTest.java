package dev.gale.adapter.localfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.tck.TckContext;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ServicesTest {
    @Test
    void theFactoryIsFoundByName() {
        assertThat(ServiceLoader.load(HeartbeatsFactory.class))
                .extracting(HeartbeatsFactory::name)
                .containsExactly("localfile");
    }

    @Test
    void aSettingIsRefusedSinceThereAreNone() {
        ConfigSection section = ConfigSection.of("localfile", Map.of("directory", "/somewhere"));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new LocalFileHeartbeatsFactory().open(section, new TckContext()))
                .withMessageContaining("localfile.directory: unknown key");
    }
}
