package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.ConfigSection;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;

/**
 * How the connection is encrypted. It prints without passwords.
 *
 * @param keystore this client's certificate; an empty path for none
 * @param truststore whom this client trusts; an empty path for the JDK's own
 */
record TlsSettings(
        String keystore, String keystorePassword, String truststore, String truststorePassword, boolean verifyHost) {
    /** ZooKeeper speaks TLS over Netty only. */
    private static final String NETTY_SOCKET = "org.apache.zookeeper.ClientCnxnSocketNetty";

    static TlsSettings read(ConfigSection section) {
        TlsSettings settings = new TlsSettings(
                file(section, "keystore"),
                section.string("keystore-password", ""),
                file(section, "truststore"),
                section.string("truststore-password", ""),
                section.bool("verify-host", true));
        if (settings.keystore.isEmpty() && !settings.keystorePassword.isEmpty()) {
            section.problem("keystore-password", "is of no use without keystore");
        }
        if (settings.truststore.isEmpty() && !settings.truststorePassword.isEmpty()) {
            section.problem("truststore-password", "is of no use without truststore");
        }
        return settings;
    }

    private static String file(ConfigSection section, String key) {
        String file = section.string(key, "");
        if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
            section.problem(key, "is no file that can be read: " + file);
        }
        return file;
    }

    void applyTo(ZKClientConfig config) {
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, NETTY_SOCKET);
        try (ClientX509Util names = new ClientX509Util()) {
            if (!keystore.isEmpty()) {
                config.setProperty(names.getSslKeystoreLocationProperty(), keystore);
                config.setProperty(names.getSslKeystorePasswdProperty(), keystorePassword);
            }
            if (!truststore.isEmpty()) {
                config.setProperty(names.getSslTruststoreLocationProperty(), truststore);
                config.setProperty(names.getSslTruststorePasswdProperty(), truststorePassword);
            }
            config.setProperty(names.getSslHostnameVerificationEnabledProperty(), String.valueOf(verifyHost));
        }
    }

    @Override
    public String toString() {
        return "TlsSettings[keystore=" + keystore + ", truststore=" + truststore + ", verifyHost=" + verifyHost + "]";
    }
}
