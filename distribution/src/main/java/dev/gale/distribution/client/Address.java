package dev.gale.distribution.client;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Where a nimbus answers, as in {@code http://host:7070}. */
record Address(String scheme, String host, int port) {
    static final int DEFAULT_PORT = 7070;

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    /** @param tls whether an address that does not say how is spoken to over TLS */
    static Address parse(String text, boolean tls) {
        String full = text.contains("://") ? text : (tls ? "https://" : "http://") + text;
        try {
            URI uri = new URI(full);
            boolean fits = uri.getHost() != null
                    && (uri.getScheme().equals("http") || uri.getScheme().equals("https"))
                    && (uri.getPath() == null
                            || uri.getPath().isEmpty()
                            || uri.getPath().equals("/"))
                    && uri.getQuery() == null
                    && uri.getUserInfo() == null;
            if (fits) {
                return new Address(uri.getScheme(), uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
            }
        } catch (URISyntaxException e) {
            // Told below, as an address with a path is.
        }
        throw new ControlException(
                Kind.INVALID,
                "'" + text + "' is no address of nimbus; write host:port, as in 127.0.0.1:" + DEFAULT_PORT);
    }

    /** Whether a secret can be read on its way there. */
    boolean isOpen() {
        return scheme.equals("http") && !LOOPBACK.matcher(host).matches();
    }

    URI resolve(String path) {
        return URI.create(scheme + "://" + host + ":" + port + path);
    }

    String hostPort() {
        return host + ":" + port;
    }
}
