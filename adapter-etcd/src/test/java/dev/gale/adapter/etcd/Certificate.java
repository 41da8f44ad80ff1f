package dev.gale.adapter.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A key and the certificate that it signed itself, for 127.0.0.1, both in PEM. */
record Certificate(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    static Certificate create(Path directory, String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
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
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        assertThat(keytool.waitFor()).as(output).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new Certificate(
                pem(
                        directory.resolve(name + ".crt"),
                        "CERTIFICATE",
                        keys.getCertificate(name).getEncoded()),
                pem(
                        directory.resolve(name + ".key"),
                        "PRIVATE KEY",
                        keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] content) throws Exception {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
    }
}
