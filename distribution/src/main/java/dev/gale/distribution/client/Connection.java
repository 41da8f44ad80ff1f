package dev.gale.distribution.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to reach a cluster.
 *
 * @param seeds addresses of nimbus's API, tried in order: {@code host}, {@code host:port}, or either behind {@code https://}
 * @param token to send along; empty: none
 * @param trustStore whose certificates are trusted, and then TLS is spoken to all; empty: those of the JDK
 * @param timeout for one request with all its repetitions
 */
public record Connection(
        List<String> seeds, Optional<String> token, Optional<TrustStore> trustStore, Duration timeout) {
    /** A PKCS 12 file. */
    public record TrustStore(Path file, String password) {
        @Override
        public String toString() {
            return "TrustStore[" + file + "]";
        }
    }

    public Connection {
        seeds = List.copyOf(seeds);
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("there is no seed; set nimbus.seeds, or give --nimbus host:port");
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Connection[" + seeds + ", " + trustStore + ", " + timeout + "]";
    }
}
