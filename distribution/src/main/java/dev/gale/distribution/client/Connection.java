package dev.gale.distribution.client;

import dev.gale.runtime.config.ClientSettings;
import dev.gale.runtime.config.Secret;
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

    /** To the seeds of a configuration. */
    public static Connection of(ClientSettings settings, Duration timeout) {
        String scheme = settings.tls() ? "https://" : "";
        return of(settings, settings.seeds().stream().map(seed -> scheme + seed).toList(), timeout);
    }

    /** To other seeds, with the credentials of a configuration. */
    public static Connection of(ClientSettings settings, List<String> seeds, Duration timeout) {
        return new Connection(
                seeds,
                settings.token().map(Secret::reveal),
                settings.trustStore()
                        .map(store -> new TrustStore(
                                Path.of(store.path()),
                                store.password().map(Secret::reveal).orElse(""))),
                timeout);
    }

    public Connection {
        seeds = List.copyOf(seeds);
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("there is no seed; set nimbus.seeds, or give --nimbus host:port");
        }
    }

    /** One to each seed alone. */
    public List<Connection> each() {
        return seeds.stream()
                .map(seed -> new Connection(List.of(seed), token, trustStore, timeout))
                .toList();
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Connection[" + seeds + ", " + trustStore + ", " + timeout + "]";
    }
}
