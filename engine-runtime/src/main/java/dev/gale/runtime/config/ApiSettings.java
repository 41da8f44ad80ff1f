package dev.gale.runtime.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Nimbus's API.
 *
 * @param bind the address and port that it listens on
 * @param token what callers must know, if they must
 * @param keyStore what TLS is served from, if it is
 */
public record ApiSettings(HostPort bind, Optional<Secret> token, Optional<KeyStoreFile> keyStore) {
    /** @param password none if the file has none */
    public record KeyStoreFile(String path, Optional<Secret> password) {}

    /** @throws ConfigException if others could reach the API without a token or without TLS */
    public static ApiSettings of(Configuration configuration) {
        List<ConfigProblem> problems = new ArrayList<>();
        Exposure.check(configuration, problems::add);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        Optional<Secret> password = configuration.find(ConfigKeys.NIMBUS_API_KEY_STORE_PASSWORD);
        return new ApiSettings(
                new HostPort(
                        configuration.get(ConfigKeys.NIMBUS_API_BIND), configuration.get(ConfigKeys.NIMBUS_API_PORT)),
                configuration.find(ConfigKeys.NIMBUS_API_TOKEN),
                configuration.find(ConfigKeys.NIMBUS_API_KEY_STORE).map(path -> new KeyStoreFile(path, password)));
    }
}
