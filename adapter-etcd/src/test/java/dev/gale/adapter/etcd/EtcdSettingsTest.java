package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdSettingsTest {
    @Test
    void everythingHasADefault() {
        assertThat(read(Map.of()))
                .isEqualTo(new EtcdSettings(
                        List.of(new Endpoint("127.0.0.1", 2379)),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(15),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void endpointsAreAListOrATextWithCommas() {
        assertThat(read(Map.of("endpoints", "etcd1:2379, etcd2:2380")).connect())
                .isEqualTo("etcd1:2379,etcd2:2380");
        assertThat(read(Map.of("endpoints", List.of("etcd1:2379", "[::1]:2380")))
                        .endpoints())
                .containsExactly(new Endpoint("etcd1", 2379), new Endpoint("::1", 2380));
    }

    @Test
    void loopbackIsToldFromOtherServers() {
        assertThat(read(Map.of("endpoints", "127.0.0.1:1,localhost:2,[::1]:3")).isLoopback())
                .isTrue();
        assertThat(read(Map.of("endpoints", "127.0.0.1:1,etcd1:2")).isLoopback())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "etcd1", "etcd1:0", "etcd1:65536", "etcd1:port", "etcd1:2379/gale", ":2379", "http://e:1"})
    void whatIsNoEndpointIsAProblem(String endpoint) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of("endpoints", endpoint)))
                .withMessageContaining("etcd.endpoints: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd_2:2379", "-etcd:2379", "10.0.0.300:2379", "e%:2379", "[1.2]:2379"})
    void whatIsNoHostIsAProblemToo(String endpoint) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of("endpoints", "etcd1:2379," + endpoint)))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("etcd.endpoints: ")
                .withMessageContaining(endpoint);
    }

    @Test
    void aSessionTimeoutIsRoundedUpToWholeSeconds() {
        assertThat(read(Map.of("session-timeout", "2500ms")).sessionTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(read(Map.of("session-timeout", "2s")).sessionTimeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void allProblemsAreReportedTogetherAndNoSecretIsShown() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of(
                        "endpoints",
                        "etcd1",
                        "session-timeout",
                        "1ms",
                        "password",
                        "s3cret",
                        "password-file",
                        "/no/such/file",
                        "conect-timeout",
                        "5s",
                        "tls",
                        Map.of("certificate", "/no/such/certificate", "key-password", "s3cret", "truste", "x"))))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("etcd.endpoints: ")
                .withMessageContaining("etcd.session-timeout: ")
                .withMessageContaining("etcd.password-file: there is a password too: one of them")
                .withMessageContaining("etcd.password-file: is no file that can be read: /no/such/file")
                .withMessageContaining("etcd.conect-timeout: unknown key, did you mean 'connect-timeout'?")
                .withMessageContaining("etcd.tls.certificate: has no certificate in PEM")
                .withMessageContaining("etcd.tls.key: is required: a certificate has a key")
                .withMessageContaining("etcd.tls.key-password: is of no use without key")
                .withMessageContaining("etcd.tls.truste: unknown key, did you mean 'trusted'?")
                .withMessageNotContaining("s3cret");
    }

    @Test
    void aUserHasAPasswordAndAPasswordAUser() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of("password", "s3cret")))
                .withMessageContaining("etcd.user: is required with a password");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of("user", "gale")))
                .withMessageContaining("etcd.password: is required with a user");
    }

    @Test
    void secretsAreNotPrinted() {
        EtcdSettings settings = read(Map.of("user", "gale", "password", "s3cret", "tls", Map.of()));

        assertThat(settings.credentials().orElseThrow().password()).isEqualTo("s3cret");
        assertThat(settings.toString()).contains("gale").doesNotContain("s3cret");
        assertThat(new TlsSettings("c", "k", "s3cret", "t").toString()).doesNotContain("s3cret");
    }

    @Test
    void theCompanionHasAPortAndABinary() {
        assertThat(LocalSettings.read(ConfigSection.empty("embedded")))
                .isEqualTo(new LocalSettings(0, "etcd", "embedded.binary"));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> LocalSettings.read(
                        ConfigSection.of("embedded", Map.of("port", 70_000, "binary", " ", "endpoints", "x"))))
                .withMessageContaining("embedded.port: ")
                .withMessageContaining("embedded.binary: ")
                .withMessageContaining("embedded.endpoints: unknown key");
    }

    @Test
    void theCompanionsSectionWithinIsKnownAndLookedAt() {
        assertThat(read(Map.of("server", Map.of("binary", "/opt/etcd/etcd"))).connect())
                .isEqualTo("127.0.0.1:2379");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of("server", Map.of("port", -1, "bin", "x"))))
                .withMessageContaining("etcd.server.port: ")
                .withMessageContaining("etcd.server.bin: unknown key");
    }

    private static EtcdSettings read(Map<String, ?> values) {
        return EtcdSettings.read(ConfigSection.of("etcd", values));
    }
}
