package dev.gale.adapter.http;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The port that the API listens on, plain or with TLS. */
final class Listener {
    private static final int HEADER_BYTES = 16 << 10;

    private final HttpSettings settings;

    Listener(HttpSettings settings) {
        this.settings = settings;
    }

    ServerConnector open(Server server, HttpConfiguration http) {
        http.setUriCompliance(UriCompliance.DEFAULT);
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        ServerConnector connector = new ServerConnector(server, factories(http));
        connector.setHost(settings.bind());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.limits().idleMillis());
        return connector;
    }

    private ConnectionFactory[] factories(HttpConfiguration http) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        return settings.tls()
                .map(tls -> {
                    // Which name callers use is theirs to check against the certificate; many nimbus share one.
                    http.addCustomizer(new SecureRequestCustomizer(false));
                    SslContextFactory.Server context = new SslContextFactory.Server();
                    context.setKeyStore(keyStore(tls));
                    context.setKeyStorePassword(tls.password());
                    context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
                    return new ConnectionFactory[] {
                        new SslConnectionFactory(context, HttpVersion.HTTP_1_1.asString()), plain
                    };
                })
                .orElseGet(() -> new ConnectionFactory[] {plain});
    }

    private static KeyStore keyStore(HttpSettings.Tls tls) {
        try (InputStream file = Files.newInputStream(tls.keyStore())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(file, tls.password().toCharArray());
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new ControlException(
                    Kind.INVALID,
                    "nimbus.api.tls.key-store " + tls.keyStore()
                            + " cannot be read; it has to be a PKCS 12 file, with the password"
                            + " in nimbus.api.tls.key-store-password",
                    e);
        }
    }
}
