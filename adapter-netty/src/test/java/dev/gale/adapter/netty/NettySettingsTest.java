package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.netty.NettySettings.NativeIo;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.tck.TckContext;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NettySettingsTest {
    @Test
    void withoutASectionThereAreDefaults() {
        NettySettings settings = NettySettings.read(ConfigSection.empty("netty"));

        assertThat(settings.maxFrameBytes()).isEqualTo(8 << 20);
        assertThat(settings.maxUnauthenticated()).isEqualTo(128);
        assertThat(settings.threads()).isEqualTo(1);
        assertThat(settings.nativeIo()).isEqualTo(NativeIo.AUTO);
        assertThat(settings.buffers()).isEqualTo(new BufferSettings(512 << 10, 1 << 20, 0, 0));
        assertThat(settings.times().idle()).isEqualTo(Duration.ofSeconds(15));
        assertThat(settings.tls()).isEmpty();
    }

    @Test
    void theLowMarkFollowsTheHighOne() {
        NettySettings settings = NettySettings.read(ConfigSection.of("netty", Map.of("buffer-high", "64KiB")));

        assertThat(settings.buffers().low()).isEqualTo(32 << 10);
    }

    @Test
    void nativeMayBeABooleanOfYaml() {
        assertThat(NettySettings.read(ConfigSection.of("netty", Map.of("native", false)))
                        .nativeIo())
                .isEqualTo(NativeIo.FALSE);
    }

    @Test
    void allProblemsAreReportedTogether() {
        ConfigSection section = ConfigSection.of(
                "netty",
                Map.of(
                        "max-frame", "1GiB",
                        "buffer-high", "64KiB",
                        "buffer-low", "64KiB",
                        "heartbeat", "10s",
                        "backoff-max", "1ms",
                        "native", "maybe",
                        "threads", 0,
                        "conect-timeout", "1s",
                        "tls", Map.of("key-store", "/etc/gale/key.p12", "trust-stroe", "x")));

        assertThatThrownBy(() -> new NettyTransportFactory().open(section, new TckContext()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("netty.max-frame: must be between 1024 and 134217728 bytes, was 1073741824")
                .hasMessageContaining("netty.buffer-low: must be below buffer-high, 65536 bytes, was 65536")
                .hasMessageContaining("netty.idle-timeout: must be at least twice the heartbeat")
                .hasMessageContaining("netty.backoff-max: must not be below backoff-min")
                .hasMessageContaining("netty.native: must be auto, true or false")
                .hasMessageContaining("netty.threads: must be between 1 and 64, was 0")
                .hasMessageContaining("netty.conect-timeout: unknown key, did you mean 'connect-timeout'?")
                .hasMessageContaining("netty.tls.key-store-password: is required")
                .hasMessageContaining("netty.tls.trust-stroe: unknown key, did you mean 'trust-store'?");
    }

    @Test
    void aTlsSettingNeverShowsAPassword() {
        assertThat(new TlsSettings("key.p12", "hunter2", "trust.p12", "hunter3").toString())
                .contains("key.p12", "trust.p12")
                .doesNotContain("hunter");
    }
}
