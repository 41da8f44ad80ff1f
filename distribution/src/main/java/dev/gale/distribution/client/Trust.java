package dev.gale.distribution.client;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates are trusted; of this client alone, not of the process. */
final class Trust {
    private Trust() {}

    static SSLContext in(Connection.TrustStore store) {
        try (InputStream file = Files.newInputStream(store.file())) {
            KeyStore anchors = KeyStore.getInstance("PKCS12");
            anchors.load(file, store.password().toCharArray());
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(anchors);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new ControlException(
                    Kind.INVALID,
                    "The trust store " + store.file()
                            + " cannot be read; it has to be a PKCS 12 file, and its password the right one",
                    e);
        }
    }
}
