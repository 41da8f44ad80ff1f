package dev.gale.runtime.config;

import java.util.List;
import java.util.Optional;

/**
 * How clients find nimbus.
 *
 * @param seeds addresses of its API, to be tried in order
 * @param token what to show there
 * @param trustStore whose certificates are trusted; none: those of the JDK
 * @param tls whether TLS is spoken to all seeds
 */
public record ClientSettings(
        List<HostPort> seeds, Optional<Secret> token, Optional<KeyStoreFile> trustStore, boolean tls) {
    public ClientSettings {
        seeds = List.copyOf(seeds);
    }

    /**
     * A seed without a port has that of {@code nimbus.api.port}. TLS is spoken if a trust store is set, if this host's own nimbus speaks
     * it, or if a token would otherwise travel to another host in clear.
     */
    public static ClientSettings of(Configuration configuration) {
        int port = configuration.get(ConfigKeys.NIMBUS_API_PORT);
        List<HostPort> seeds = configuration.get(ConfigKeys.NIMBUS_SEEDS).stream()
                .map(seed -> HostPort.parse(seed, port).orElseThrow())
                .toList();
        Optional<Secret> token = token(configuration);
        Optional<KeyStoreFile> trustStore = KeyStoreFile.of(
                configuration, ConfigKeys.NIMBUS_API_TRUST_STORE, ConfigKeys.NIMBUS_API_TRUST_STORE_PASSWORD);
        boolean leaves = seeds.stream().anyMatch(seed -> !Exposure.isLoopback(seed.host()));
        boolean tls = trustStore.isPresent()
                || configuration.find(ConfigKeys.NIMBUS_API_KEY_STORE).isPresent()
                || token.isPresent() && leaves;
        return new ClientSettings(seeds, token, trustStore, tls);
    }

    /** Whoever was given only the viewer's token looks with that. */
    private static Optional<Secret> token(Configuration configuration) {
        return configuration
                .find(ConfigKeys.NIMBUS_API_TOKEN)
                .or(() -> configuration.find(ConfigKeys.NIMBUS_API_VIEWER_TOKEN));
    }
}
