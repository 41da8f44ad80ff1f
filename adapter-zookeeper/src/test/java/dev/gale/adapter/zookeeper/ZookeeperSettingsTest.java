package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZookeeperSettingsTest {
    @Test
    void everythingHasADefault() {
        assertThat(read(Map.of()))
                .isEqualTo(new ZookeeperSettings(
                        "127.0.0.1:2181",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(15),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void serversAreAListOrATextWithCommas() {
        assertThat(read(Map.of("connect", "zk1:2181, zk2:2182")).connect()).isEqualTo("zk1:2181,zk2:2182");
        assertThat(read(Map.of("connect", List.of("zk1:2181", "[::1]:2182"))).connect())
                .isEqualTo("zk1:2181,[::1]:2182");
    }

    @Test
    void loopbackIsToldFromOtherServers() {
        assertThat(read(Map.of("connect", "127.0.0.1:1,localhost:2,[::1]:3")).isLoopback())
                .isTrue();
        assertThat(read(Map.of("connect", "127.0.0.1:1,zk1:2")).isLoopback()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zk1", "zk1:0", "zk1:65536", "zk1:port", "zk1:2181/gale", ":2181", "http://zk1:2181"})
    void whatIsNoServerIsAProblem(String connect) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of("connect", connect)))
                .withMessageContaining("zookeeper.connect: ");
    }

    @Test
    void allProblemsAreReportedTogetherAndNoSecretIsShown() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> read(Map.of(
                        "connect", "zk1",
                        "session-timeout", "1ms",
                        "password", "s3cret",
                        "conect-timeout", "5s",
                        "tls", Map.of("keystore", "/no/such/file", "truststore-password", "s3cret"))))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("zookeeper.connect: ")
                .withMessageContaining("zookeeper.session-timeout: ")
                .withMessageContaining("zookeeper.username: is required with a password")
                .withMessageContaining("zookeeper.conect-timeout: unknown key, did you mean 'connect-timeout'?")
                .withMessageContaining("zookeeper.tls.keystore: is no file that can be read: /no/such/file")
                .withMessageContaining("zookeeper.tls.truststore-password: is of no use without truststore")
                .withMessageNotContaining("s3cret");
    }

    @Test
    void secretsAreNotPrinted() {
        ZookeeperSettings settings = read(Map.of("username", "gale", "password", "s3cret", "tls", Map.of()));

        assertThat(settings.credentials().orElseThrow().password()).isEqualTo("s3cret");
        assertThat(settings.toString()).contains("gale").doesNotContain("s3cret");
        assertThat(new TlsSettings("k", "s3cret", "t", "s3cret", true).toString())
                .doesNotContain("s3cret");
    }

    @Test
    void tlsIsWhatZookeeperCallsSecure() {
        ZKClientConfig config = new ZKClientConfig();
        new TlsSettings("k.p12", "kp", "t.p12", "tp", false).applyTo(config);

        assertThat(config.getProperty(ZKClientConfig.SECURE_CLIENT)).isEqualTo("true");
        assertThat(config.getProperty("zookeeper.ssl.keyStore.location")).isEqualTo("k.p12");
        assertThat(config.getProperty("zookeeper.ssl.keyStore.password")).isEqualTo("kp");
        assertThat(config.getProperty("zookeeper.ssl.trustStore.location")).isEqualTo("t.p12");
        assertThat(config.getProperty("zookeeper.ssl.trustStore.password")).isEqualTo("tp");
        assertThat(config.getProperty("zookeeper.ssl.hostnameVerification")).isEqualTo("false");
    }

    @Test
    void theCompanionHasAPortAndNothingElse() {
        assertThat(EmbeddedSettings.read(ConfigSection.empty("embedded")).port())
                .isZero();
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() ->
                        EmbeddedSettings.read(ConfigSection.of("embedded", Map.of("port", 70_000, "connect", "x"))))
                .withMessageContaining("embedded.port: ")
                .withMessageContaining("embedded.connect: unknown key");
    }

    private static ZookeeperSettings read(Map<String, ?> values) {
        return ZookeeperSettings.read(ConfigSection.of("zookeeper", values));
    }
}
