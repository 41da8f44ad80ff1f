package dev.gale.runtime.config;

import static dev.gale.runtime.config.Layers.file;
import static dev.gale.runtime.config.Layers.problems;
import static dev.gale.runtime.config.Layers.read;
import static dev.gale.runtime.config.Layers.readWithFiles;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientSettingsTest {
    @Test
    void aTrustStoreMeansTls() {
        ClientSettings client = ClientSettings.of(
                read(file("nimbus.api.tls.trust-store", "ca.p12", "nimbus.api.tls.trust-store-password", "hunter2")));

        assertThat(client.tls()).isTrue();
        assertThat(client.trustStore()).contains(new KeyStoreFile("ca.p12", Optional.of(new Secret("hunter2"))));
        assertThat(client.toString()).doesNotContain("hunter2");
    }

    @Test
    void itsPasswordMayBeInAFile() {
        ClientSettings client = ClientSettings.of(readWithFiles(
                Map.of("password", "hunter2"),
                file("nimbus.api.tls.trust-store", "ca.p12", "nimbus.api.tls.trust-store-password.file", "password")));

        assertThat(client.trustStore().flatMap(KeyStoreFile::password)).contains(new Secret("hunter2"));
    }

    @Test
    void aPasswordOfNothingIsAMistake() {
        assertThat(problems(file("nimbus.api.tls.trust-store-password", "hunter2")))
                .containsExactly("gale.yaml:1:1: nimbus.api.tls.trust-store-password: is set, and"
                        + " nimbus.api.tls.trust-store is not");
    }

    @Test
    void aHostWhoseNimbusSpeaksTlsSpeaksItToo() {
        assertThat(ClientSettings.of(read(file("nimbus.api.tls.key-store", "api.p12")))
                        .tls())
                .isTrue();
    }

    @Test
    void aTokenGoesToOtherHostsOverTlsOnly() {
        assertThat(ClientSettings.of(read(file("nimbus.api.token", "t"))).tls()).isFalse();
        assertThat(ClientSettings.of(read(file("nimbus.api.token", "t", "nimbus.seeds", "n1")))
                        .tls())
                .isTrue();
    }

    @Test
    void whoHasOnlyTheViewersTokenShowsThat() {
        assertThat(ClientSettings.of(read(file("nimbus.api.viewer.token", "v"))).token())
                .contains(new Secret("v"));
        assertThat(ClientSettings.of(read(file("nimbus.api.viewer.token", "v", "nimbus.api.token", "t")))
                        .token())
                .contains(new Secret("t"));
    }
}
