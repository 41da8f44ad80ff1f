package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * How the connection is encrypted. It prints without the password.
 *
 * @param certificate this client's certificate; an empty path for none
 * @param trusted whose certificates this client trusts; an empty path for those that the JDK trusts
 */
record TlsSettings(String certificate, String key, String keyPassword, String trusted) {
    private static final Pattern PKCS8 = Pattern.compile("-----BEGIN (ENCRYPTED )?PRIVATE KEY-----");
    private static final String CERTIFICATE = "-----BEGIN CERTIFICATE-----";

    static TlsSettings read(ConfigSection section) {
        TlsSettings settings = new TlsSettings(
                section.string("certificate", ""),
                section.string("key", ""),
                section.string("key-password", ""),
                section.string("trusted", ""));
        settings.look(section);
        return settings;
    }

    private void look(ConfigSection section) {
        if (!certificate.isEmpty()
                && !content(section, "certificate", certificate).contains(CERTIFICATE)) {
            section.problem("certificate", "has no certificate in PEM that can be read: " + certificate);
        }
        if (!key.isEmpty() && !PKCS8.matcher(content(section, "key", key)).find()) {
            section.problem(
                    "key",
                    "has no private key in PEM and PKCS#8 that can be read: " + key
                            + " (openssl pkcs8 -topk8 makes one from others)");
        }
        if (!trusted.isEmpty() && !content(section, "trusted", trusted).contains(CERTIFICATE)) {
            section.problem("trusted", "has no certificate in PEM that can be read: " + trusted);
        }
        if (certificate.isEmpty() != key.isEmpty()) {
            section.problem(certificate.isEmpty() ? "certificate" : "key", "is required: a certificate has a key");
        }
        if (key.isEmpty() && !keyPassword.isEmpty()) {
            section.problem("key-password", "is of no use without key");
        }
    }

    /** Empty when it cannot be read: the caller finds nothing in it, and says so. */
    private static String content(ConfigSection section, String key, String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    ChannelCredentials credentials() {
        TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
        try {
            if (!certificate.isEmpty()) {
                tls.keyManager(
                        Path.of(certificate).toFile(),
                        Path.of(key).toFile(),
                        keyPassword.isEmpty() ? null : keyPassword);
            }
            if (!trusted.isEmpty()) {
                tls.trustManager(Path.of(trusted).toFile());
            }
            return tls.build();
        } catch (IOException e) {
            throw new EngineException(Category.REJECTED, "etcd.tls: cannot read a file: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return "TlsSettings[certificate=" + certificate + ", key=" + key + ", trusted=" + trusted + "]";
    }
}
