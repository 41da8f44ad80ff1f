package dev.gale.runtime.config;

import static dev.gale.runtime.config.Layers.file;
import static dev.gale.runtime.config.Layers.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExposureTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.255.1.9", "localhost", "LOCALHOST", "::1", "[::1]", "0:0:0:0:0:0:0:1"})
    void loopbackNeedsNothing(String host) {
        assertThat(Exposure.isLoopback(host)).isTrue();
        assertThatCode(() -> ApiSettings.of(read(file("nimbus.api.bind", host))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "::",
                "10.0.0.1",
                "127.0.0.1.example.org",
                "127.0.0.256",
                "1270.0.0.1",
                "localhost.example.org",
                "nimbus-1",
                "::ffff:10.0.0.1",
                "0:0:0:0:0:0:1:1"
            })
    void anythingElseNeedsATokenAndTls(String host) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ApiSettings.of(read(file("nimbus.api.bind", host))))
                .withMessageContaining("gale.yaml:1:1: nimbus.api.token: is not set")
                .withMessageContaining("gale.yaml:1:1: nimbus.api.tls.key-store: is not set");
    }

    @Test
    void theAddressForEverythingCountsToo() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ApiSettings.of(read(file("gale.bind.host", "0.0.0.0", "nimbus.api.token", "t"))))
                .satisfies(e -> assertThat(e.problems()).hasSize(1));
        assertThatCode(() -> ApiSettings.of(read(file("gale.bind.host", "0.0.0.0", "nimbus.api.bind", "127.0.0.1"))))
                .doesNotThrowAnyException();
    }

    @Test
    void withATokenAndTlsItIsOpened() {
        ApiSettings api = ApiSettings.of(read(file(
                "nimbus.api.bind", "0.0.0.0",
                "nimbus.api.token", "t",
                "nimbus.api.tls.key-store", "api.p12",
                "nimbus.api.tls.key-store-password", "p")));

        assertThat(api.bind()).hasToString("0.0.0.0:7070");
        assertThat(api.token()).contains(new Secret("t"));
        assertThat(api.keyStore()).map(KeyStoreFile::path).contains("api.p12");
    }

    @Test
    void aTokenForLookingAloneLeavesChangingToEverybodyAndIsRefused() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ApiSettings.of(read(file("nimbus.api.viewer.token", "v"))))
                .withMessageContaining("nimbus.api.viewer.token: is set, and nimbus.api.token is not")
                .satisfies(e -> assertThat(e.problems()).hasSize(1));
        assertThat(ApiSettings.of(read(file("nimbus.api.viewer.token", "v", "nimbus.api.token", "t")))
                        .viewerToken())
                .contains(new Secret("v"));
    }

    @Test
    void secretsAreComparedAndNotShown() {
        Secret secret = new Secret("hunter2");

        assertThat(secret).hasToString("***").isEqualTo(new Secret("hunter2")).isNotEqualTo(new Secret("hunter3"));
        assertThat(secret.matches("hunter2")).isTrue();
        assertThat(secret.matches("hunter")).isFalse();
    }
}
