package dev.gale.adapter.netty;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A key with its certificate, made by the JDK's keytool. */
record Keys(Path folder, String name) {
    private static final String PASSWORD = "a test's password";

    static Keys make(Path folder, String name) throws IOException, InterruptedException {
        return make(folder, name, "san=ip:127.0.0.1,dns:localhost");
    }

    static Keys make(Path folder, String name, String extension) throws IOException, InterruptedException {
        Keys keys = new Keys(folder, name);
        run(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                extension,
                "-keystore",
                keys.keyStore());
        run("-exportcert", "-alias", name, "-keystore", keys.keyStore(), "-file", keys.certificate());
        run("-importcert", "-noprompt", "-alias", name, "-file", keys.certificate(), "-keystore", keys.trustStore());
        return keys;
    }

    /** Settings of an end that has this key and trusts the other one. */
    Map<String, Object> trusting(Keys other) {
        return Map.of(
                "key-store",
                keyStore(),
                "key-store-password",
                PASSWORD,
                "trust-store",
                other.trustStore(),
                "trust-store-password",
                PASSWORD);
    }

    private String keyStore() {
        return folder.resolve(name + ".p12").toString();
    }

    private String trustStore() {
        return folder.resolve(name + "-trust.p12").toString();
    }

    private String certificate() {
        return folder.resolve(name + ".cer").toString();
    }

    private static void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes());
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}
