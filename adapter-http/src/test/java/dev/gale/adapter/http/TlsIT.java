package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.adapter.http.HttpSettings.Tls;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class TlsIT {
    private static final String PASSWORD = "not a secret";

    @TempDir
    Path folder;

    @Test
    void anAddressThatOthersCanReachIsServedWithTokenAndTls() throws Exception {
        Path keyStore = keyStore();
        HttpSettings settings = settings(keyStore, PASSWORD);
        try (HttpApi api = HttpApi.start(settings, new InMemoryControl())) {
            String base = "https://127.0.0.1:" + api.port();
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(trusting(keyStore)).build();

            assertThat(new ApiProbe(trusting, base, "secret")
                            .get("/api/v1/topologies")
                            .status())
                    .isEqualTo(200);
            assertThatThrownBy(() -> new ApiProbe(HttpClient.newHttpClient(), base, "secret"))
                    .isInstanceOf(SSLException.class);
            assertThatThrownBy(() -> new ApiProbe(api.port())).isNotInstanceOf(AssertionError.class);
        }
    }

    @Test
    void aKeyStoreThatCannotBeReadIsNamedWithItsKey() throws Exception {
        Path keyStore = keyStore();
        Path garbage = Files.writeString(folder.resolve("garbage.p12"), "garbage");

        assertThatThrownBy(() -> HttpApi.start(settings(keyStore, "wrong"), new InMemoryControl()))
                .hasMessageContainingAll("nimbus.api.tls.key-store", keyStore.toString());
        assertThatThrownBy(() -> HttpApi.start(settings(garbage, PASSWORD), new InMemoryControl()))
                .hasMessageContaining("PKCS 12");
        assertThatThrownBy(() -> HttpApi.start(settings(folder.resolve("none"), PASSWORD), new InMemoryControl()))
                .hasMessageContaining("none");
    }

    private HttpSettings settings(Path keyStore, String password) {
        return new HttpSettings(
                "0.0.0.0",
                0,
                Optional.of("secret"),
                Optional.empty(),
                Optional.of(new Tls(keyStore, password)),
                Limits.DEFAULT);
    }

    private Path keyStore() throws Exception {
        Path file = folder.resolve("api.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "api",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=gale",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        return file;
    }

    private static SSLContext trusting(Path keyStore) throws Exception {
        KeyStore trusted = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry("api", trusted.getCertificate("api"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
