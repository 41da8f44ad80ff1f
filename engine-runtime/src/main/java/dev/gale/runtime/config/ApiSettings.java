package dev.gale.runtime.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Nimbus's API.
 *
 * @param bind the address and port that it listens on
 * @param token what callers must know, if they must
 * @param viewerToken what lets callers look and change nothing
 * @param keyStore what TLS is served from, if it is
 */
public record ApiSettings(
        HostPort bind, Optional<Secret> token, Optional<Secret> viewerToken, Optional<KeyStoreFile> keyStore) {
    /** @throws ConfigException if others could reach the API without a token or without TLS */
    public static ApiSettings of(Configuration configuration) {
        List<ConfigProblem> problems = new ArrayList<>();
        Exposure.check(configuration, problems::add);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new ApiSettings(
                new HostPort(
                        configuration.get(ConfigKeys.NIMBUS_API_BIND), configuration.get(ConfigKeys.NIMBUS_API_PORT)),
                configuration.find(ConfigKeys.NIMBUS_API_TOKEN),
                configuration.find(ConfigKeys.NIMBUS_API_VIEWER_TOKEN),
                KeyStoreFile.of(
                        configuration, ConfigKeys.NIMBUS_API_KEY_STORE, ConfigKeys.NIMBUS_API_KEY_STORE_PASSWORD));
    }
}
