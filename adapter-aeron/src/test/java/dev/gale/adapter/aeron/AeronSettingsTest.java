package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.aeron.AeronSettings.DriverChoice;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.tck.TckContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AeronSettingsTest {
    @Test
    void withoutASectionThereAreDefaultsAndADriverInside() {
        AeronSettings settings = AeronSettings.read(ConfigSection.empty("aeron"));

        assertThat(settings.driver()).isEqualTo(DriverChoice.EMBEDDED);
        assertThat(settings.maxFrameBytes()).isEqualTo(8 << 20);
        assertThat(settings.streams()).isEqualTo(new StreamSettings(1 << 20, 1_408, true));
        assertThat(settings.times().idle()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aDirectoryAloneMeansADriverThatIsThere() {
        AeronSettings settings = AeronSettings.read(ConfigSection.of("aeron", Map.of("dir", "/dev/shm/ops")));

        assertThat(settings.driver()).isEqualTo(DriverChoice.EXTERNAL);
        assertThat(settings.directory()).contains(Path.of("/dev/shm/ops"));
    }

    @Test
    void allProblemsAreReportedTogether() {
        ConfigSection section = ConfigSection.of(
                "aeron",
                Map.of(
                        "driver", "companion",
                        "max-frame", "1GiB",
                        "term-length", "100000",
                        "mtu", "1500",
                        "idle-timeout", "10ms",
                        "backoff-max", "1ms",
                        "max-unauthenticated", 0,
                        "handshake-timout", "1s"));

        assertThatThrownBy(() -> new AeronTransportFactory().open(section, new TckContext()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("aeron.dir: is required with driver: companion, and set by the supervisor")
                .hasMessageContaining("aeron.max-frame: must be between 1024 and 134217728 bytes, was 1073741824")
                .hasMessageContaining("aeron.term-length: must be a power of two, was 100000")
                .hasMessageContaining("aeron.mtu: must be a multiple of 32, was 1500")
                .hasMessageContaining("aeron.idle-timeout: must be at least 1s")
                .hasMessageContaining("aeron.backoff-max: must not be below backoff-min")
                .hasMessageContaining("aeron.max-unauthenticated: must be between 1 and 10000, was 0")
                .hasMessageContaining("aeron.handshake-timout: unknown key, did you mean 'handshake-timeout'?");
    }

    @Test
    void anUnknownDriverIsAProblem() {
        assertThatThrownBy(() -> AeronSettings.read(ConfigSection.of("aeron", Map.of("driver", "mine"))))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("aeron.driver: must be companion, embedded or external");
    }

    @Test
    void aCompanionIsWantedUnlessAnotherDriverIsNamed() {
        assertThat(AeronSettings.wantsCompanion(ConfigSection.empty("aeron"))).isTrue();
        assertThat(AeronSettings.wantsCompanion(ConfigSection.of("aeron", Map.of("driver", "companion"))))
                .isTrue();
        assertThat(AeronSettings.wantsCompanion(ConfigSection.of("aeron", Map.of("driver", "embedded"))))
                .isFalse();
        assertThat(AeronSettings.wantsCompanion(ConfigSection.of("aeron", Map.of("dir", "/dev/shm/ops"))))
                .isFalse();
    }

    @Test
    void aCompanionThatWouldNotHearItsClientsIsRejected() {
        AeronCompanionFactory factory = new AeronCompanionFactory();

        assertThatThrownBy(() -> factory.isForEveryHost(ConfigSection.of("aeron", Map.of("term-length", "4MiB"))))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("aeron.companion.max-term-length is 1048576: must be at least aeron.term-length");
        assertThat(factory.isForEveryHost(ConfigSection.of(
                        "aeron", Map.of("term-length", "4MiB", "companion", Map.of("max-term-length", "4MiB")))))
                .isTrue();
    }

    @Test
    void aCompanionReportsAllItsProblemsTogether() {
        ConfigSection section =
                ConfigSection.of("companion", Map.of("idle-timeout", "1ms", "max-sessions", 0, "drectory", "/tmp"));

        assertThatThrownBy(() -> DriverSettings.read(section))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("companion.idle-timeout: must be at least 1s")
                .hasMessageContaining("companion.max-sessions: must be between 1 and 100000, was 0")
                .hasMessageContaining("companion.drectory: unknown key");
    }
}
