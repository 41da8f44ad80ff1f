package dev.gale.runtime.config;

import java.util.List;
import java.util.Optional;

/**
 * How clients find nimbus.
 *
 * @param seeds addresses of its API, to be tried in order
 * @param token what to show there
 */
public record ClientSettings(List<HostPort> seeds, Optional<Secret> token) {
    public ClientSettings {
        seeds = List.copyOf(seeds);
    }

    /** A seed without a port has that of {@code nimbus.api.port}. */
    public static ClientSettings of(Configuration configuration) {
        int port = configuration.get(ConfigKeys.NIMBUS_API_PORT);
        List<HostPort> seeds = configuration.get(ConfigKeys.NIMBUS_SEEDS).stream()
                .map(seed -> HostPort.parse(seed, port).orElseThrow())
                .toList();
        return new ClientSettings(seeds, configuration.find(ConfigKeys.NIMBUS_API_TOKEN));
    }
}
