package dev.gale.adapter.netty;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Mutual TLS 1.3: each end shows a certificate that the other's trust store vouches for, and the one that dials looks for
 * the address that it dialled in the other's. There is no way to turn a check off.
 */
final class Tls {
    private static final String PROTOCOL = "TLSv1.3";
    private static final long FAREWELL_MILLIS = 500;

    private final SslContext server;
    private final SslContext client;
    private final long handshakeMillis;

    private Tls(SslContext server, SslContext client, long handshakeMillis) {
        this.server = server;
        this.client = client;
        this.handshakeMillis = handshakeMillis;
    }

    static Tls open(TlsSettings settings, long handshakeMillis) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            char[] password = settings.keyStorePassword().toCharArray();
            keys.init(load("key-store", settings.keyStore(), password), password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load(
                    "trust-store",
                    settings.trustStore(),
                    settings.trustStorePassword().toCharArray()));
            SslContext server = SslContextBuilder.forServer(keys)
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOL)
                    .trustManager(trust)
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
            SslContext client = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOL)
                    .trustManager(trust)
                    .keyManager(keys)
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
            return new Tls(server, client, handshakeMillis);
        } catch (GeneralSecurityException | IOException e) {
            throw new EngineException(Category.REJECTED, "netty.tls: no TLS with " + settings, e);
        }
    }

    private static KeyStore load(String key, String file, char[] password) throws GeneralSecurityException {
        try {
            if (!new File(file).isFile()) {
                throw new FileNotFoundException("there is no such file");
            }
            return KeyStore.getInstance(new File(file), password);
        } catch (IOException e) {
            throw new EngineException(
                    Category.REJECTED, "netty.tls." + key + ": cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    SslHandler toAccept(Channel channel) {
        return limited(server.newHandler(channel.alloc()));
    }

    SslHandler toDial(Channel channel, Address peer) {
        return limited(client.newHandler(channel.alloc(), peer.host(), peer.port()));
    }

    private SslHandler limited(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(handshakeMillis);
        handler.setCloseNotifyFlushTimeoutMillis(FAREWELL_MILLIS);
        return handler;
    }
}
