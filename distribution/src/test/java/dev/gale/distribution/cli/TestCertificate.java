package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A certificate for 127.0.0.1, made by the JDK's own tool.
 *
 * @param keyStore with its key
 * @param trustStore with the certificate alone
 */
record TestCertificate(Path keyStore, Path trustStore) {
    static final String PASSWORD = "hunter2hunter2";

    static TestCertificate in(Path folder) throws IOException, InterruptedException {
        Path keys = folder.resolve("api.p12");
        Path trust = folder.resolve("trust.p12");
        String certificate = folder.resolve("api.crt").toString();
        keytool(
                keys,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "SAN=ip:127.0.0.1");
        keytool(keys, "-exportcert", "-file", certificate);
        keytool(trust, "-importcert", "-noprompt", "-file", certificate);
        return new TestCertificate(keys, trust);
    }

    private static void keytool(Path store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "-alias", "api", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
