package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.metadata.Seen;
import dev.gale.tck.network.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TlsIT {
    private static final Key KEY = Key.of("/a");

    private final Clients clients = new Clients();

    @TempDir
    private static Path certificates;

    private static Certificate member;
    private static Certificate client;
    private static Certificate stranger;

    @TempDir
    private Path directory;

    @BeforeAll
    static void createCertificates() throws Exception {
        member = Certificate.create(certificates, "member");
        client = Certificate.create(certificates, "client");
        stranger = Certificate.create(certificates, "stranger");
    }

    @AfterEach
    void closeClients() {
        clients.close();
    }

    @Test
    void aClientWithACertificateIsServedAndOthersAreNot() throws Exception {
        try (TestServer server = start("--client-cert-auth", "--trusted-ca-file=" + client.certificate())) {
            MetadataStore store = clients.open(settings(server, "60s", tls(client, member)));
            Seen watcher = clients.watch(store, KEY);
            clients.put(store, KEY, "encrypted");
            assertThat(clients.text(store, KEY)).contains("encrypted");
            watcher.awaitPicture(Map.of(KEY, "encrypted"));

            assertNotServed("with TLS", settings(server, "1s", tls(stranger, member)));
            assertNotServed("unable to find valid certification path", settings(server, "3s", tls(client, client)));
            assertNotServed("without TLS", settings(server, "1s", Map.of()));
            assertThat(clients.text(store, KEY)).contains("encrypted");
            store.close();
        }
    }

    @Test
    void aServerThatAsksForNoCertificateServesWhoeverTrustsIt() throws Exception {
        try (TestServer server = start()) {
            MetadataStore store = clients.open(settings(
                    server, "60s", Map.of("trusted", member.certificate().toString())));
            clients.put(store, KEY, "encrypted");

            assertThat(clients.text(store, KEY)).contains("encrypted");
            assertNotServed("unable to find valid certification path", settings(server, "3s", Map.of("trusted", "")));
            store.close();
        }
    }

    @Test
    void aServerWithoutTlsIsNotSpokenToInTheClear() throws Exception {
        try (TestServer server = TestServer.started(directory.resolve("plain"))) {
            assertNotServed("with TLS", settings(server, "1s", tls(client, member)));
        }
    }

    @Test
    void aKeyThatDoesNotFitIsRejectedByName() throws Exception {
        Path broken = Files.writeString(
                directory.resolve("broken.key"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        Map<String, ?> tls = Map.of("certificate", client.certificate().toString(), "key", broken.toString());

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.open(Map.of("endpoints", "127.0.0.1:1", "tls", tls)))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("etcd.tls");
        assertThat(clients.context.liveThreads()).isEmpty();
    }

    /** The member after the one that is lost is asked for the first time then. */
    @Test
    void theSessionEndsAndBeginsWithoutTheFilesThatWereThereAtFirst() throws Exception {
        Path trusted = Files.copy(member.certificate(), directory.resolve("trusted"));
        try (TestServer server = start()) {
            Map<String, Object> settings =
                    new HashMap<>(settings(server, "60s", Map.of("trusted", trusted.toString())));
            settings.put("endpoints", server.endpoint() + ",127.0.0.1:" + FreePort.next());
            settings.put("session-timeout", "3s");
            MetadataStore store = clients.open(settings);
            Seen session = clients.listen(store);
            Files.delete(trusted);
            server.stop();
            session.awaitEvent("ended");
            CompletionStage<Boolean> settled = store.read(KEY).handle((state, failure) -> true);
            server.start();
            session.awaitEvent("renewed");

            assertThat(clients.patience.await(settled)).isTrue();
            clients.put(store, KEY, "encrypted");
            store.close();
        }
    }

    private TestServer start(String... more) throws Exception {
        int port = FreePort.next();
        String[] arguments = new String[more.length + 4];
        arguments[0] = "--listen-client-urls=https://127.0.0.1:" + port;
        arguments[1] = "--advertise-client-urls=https://127.0.0.1:" + port;
        arguments[2] = "--cert-file=" + member.certificate();
        arguments[3] = "--key-file=" + member.key();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return TestServer.startedOn(port, directory.resolve("server"), arguments);
    }

    private void assertNotServed(String how, Map<String, ?> settings) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.open(settings))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE))
                .withMessageContaining(how);
    }

    private static Map<String, ?> settings(TestServer server, String connectTimeout, Map<String, ?> tls) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("endpoints", server.endpoint());
        settings.put("connect-timeout", connectTimeout);
        if (!tls.isEmpty()) {
            settings.put("tls", tls);
        }
        return settings;
    }

    private static Map<String, ?> tls(Certificate own, Certificate trusted) {
        return Map.of(
                "certificate", own.certificate().toString(),
                "key", own.key().toString(),
                "trusted", trusted.certificate().toString());
    }
}
