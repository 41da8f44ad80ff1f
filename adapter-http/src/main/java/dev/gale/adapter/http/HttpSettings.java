package dev.gale.adapter.http;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the API listens, and to whom.
 *
 * @param bind address to listen on
 * @param port 0: any that is free
 * @param operatorToken who knows it may do everything; empty: everybody may
 * @param viewerToken who knows it may look
 * @param tls empty: plain HTTP
 */
public record HttpSettings(
        String bind,
        int port,
        Optional<String> operatorToken,
        Optional<String> viewerToken,
        Optional<Tls> tls,
        Limits limits) {
    /**
     * @param keyStore a PKCS 12 file with the certificate and its key
     * @param password of the file and the key
     */
    public record Tls(Path keyStore, String password) {
        @Override
        public String toString() {
            return "Tls[" + keyStore + "]";
        }
    }

    /**
     * What one caller can take.
     *
     * @param bodyBytes of a request in JSON
     * @param chunkBytes of a chunk of an upload
     * @param unfinishedRequests from one address at a time
     * @param connections from all addresses together
     * @param idleMillis of a connection until it is closed
     * @param answerMillis for which the cluster may take to answer a request
     */
    public record Limits(
            int bodyBytes,
            int chunkBytes,
            int unfinishedRequests,
            int connections,
            long idleMillis,
            long answerMillis) {
        public static final Limits DEFAULT = new Limits(1 << 20, 4 << 20, 32, 1_000, 30_000, 30_000);
    }

    /** Checks that what others can reach is protected. @throws ControlException INVALID, naming the keys to set */
    public HttpSettings {
        if (viewerToken.isPresent() && operatorToken.isEmpty()) {
            throw new ControlException(
                    Kind.INVALID,
                    "nimbus.api.viewer.token is set but nimbus.api.token is not, so that everybody could operate; set both");
        }
        if (operatorToken.filter(String::isBlank).isPresent()
                || viewerToken.filter(String::isBlank).isPresent()) {
            throw new ControlException(
                    Kind.INVALID, "nimbus.api.token is blank; give a long random text, or leave it out");
        }
        if (!isLoopback(bind) && (operatorToken.isEmpty() || tls.isEmpty())) {
            throw new ControlException(
                    Kind.INVALID,
                    "nimbus.api.bind " + bind + " can be reached from other hosts; set nimbus.api.token and"
                            + " nimbus.api.tls.key-store, or bind to 127.0.0.1");
        }
    }

    /** For everybody on this host, and nobody else. */
    public static HttpSettings loopback(int port) {
        return new HttpSettings(
                "127.0.0.1", port, Optional.empty(), Optional.empty(), Optional.empty(), Limits.DEFAULT);
    }

    boolean isLoopback() {
        return isLoopback(bind);
    }

    private static boolean isLoopback(String host) {
        try {
            return !host.isBlank() && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new ControlException(
                    Kind.INVALID,
                    "nimbus.api.bind " + host + " is no address of this host; use 127.0.0.1 or one of its own",
                    e);
        }
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "HttpSettings[" + bind + ":" + port + ", " + tls + ", " + limits + "]";
    }
}
