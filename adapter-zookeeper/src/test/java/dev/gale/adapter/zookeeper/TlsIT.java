package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.ChildJvm;
import dev.gale.tck.network.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server has a process of its own: its TLS settings are properties of the process, and would be the client's too. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TlsIT {
    private static final String PASSWORD = "s3cret-word";
    private static final Key KEY = Key.of("/a");

    private final Clients clients = new Clients();

    @TempDir
    private Path directory;

    private ChildJvm server;
    private int port;

    @BeforeEach
    void startServer() throws Exception {
        certificate("server");
        certificate("client");
        certificate("stranger");
        trust("server-trusts", "client");
        trust("client-trusts", "server");
        port = FreePort.next();
        Path config = Files.writeString(
                directory.resolve("zoo.cfg"),
                String.join(
                        "\n",
                        "tickTime=300",
                        "dataDir=" + directory.resolve("data"),
                        "secureClientPort=" + port,
                        "secureClientPortAddress=127.0.0.1",
                        "admin.enableServer=false",
                        "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "ssl.keyStore.location=" + store("server"),
                        "ssl.keyStore.password=" + PASSWORD,
                        "ssl.trustStore.location=" + store("server-trusts"),
                        "ssl.trustStore.password=" + PASSWORD));
        server = ChildJvm.start("org.apache.zookeeper.server.ZooKeeperServerMain", config.toString());
    }

    @AfterEach
    void stopServer() throws Exception {
        clients.close();
        server.close();
    }

    @Test
    void aClientWithACertificateIsServedAndOthersAreNot() {
        MetadataStore store = clients.open(settings("60s", tls("client", "client-trusts")));
        clients.put(store, KEY, "encrypted");
        assertThat(clients.text(store, KEY)).contains("encrypted");

        assertNotServed("with TLS", tls("stranger", "client-trusts"));
        assertNotServed("with TLS", tls("client", "server-trusts"));
        assertNotServed("without TLS", Map.of());
        assertThat(clients.text(store, KEY)).contains("encrypted");
    }

    private void assertNotServed(String how, Map<String, ?> tls) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> clients.open(settings("3s", tls)))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE))
                .withMessageContaining(how)
                .withMessageNotContaining(PASSWORD);
    }

    private Map<String, ?> settings(String connectTimeout, Map<String, ?> tls) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("connect", "127.0.0.1:" + port);
        settings.put("connect-timeout", connectTimeout);
        if (!tls.isEmpty()) {
            settings.put("tls", tls);
        }
        return settings;
    }

    private Map<String, ?> tls(String keystore, String truststore) {
        return Map.of(
                "keystore",
                store(keystore).toString(),
                "keystore-password",
                PASSWORD,
                "truststore",
                store(truststore).toString(),
                "truststore-password",
                PASSWORD);
    }

    private Path store(String name) {
        return directory.resolve(name + ".p12");
    }

    private void certificate(String name) throws Exception {
        keytool(
                name,
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2");
        keytool(
                name,
                "-exportcert",
                "-alias",
                name,
                "-file",
                directory.resolve(name + ".crt").toString());
    }

    private void trust(String truststore, String name) throws Exception {
        keytool(
                truststore,
                "-importcert",
                "-noprompt",
                "-alias",
                name,
                "-file",
                directory.resolve(name + ".crt").toString());
    }

    private void keytool(String store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store(store).toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }
}
