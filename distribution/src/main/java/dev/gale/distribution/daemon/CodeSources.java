package dev.gale.distribution.daemon;

import dev.gale.distribution.client.Connection;
import dev.gale.distribution.client.HttpControl;
import dev.gale.runtime.code.CodeSource;
import dev.gale.runtime.config.ApiSettings;
import dev.gale.runtime.config.ClientSettings;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Who may have the code of topologies: the nimbuses that are configured. Which of them does changes, so all are asked. */
final class CodeSources {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private CodeSources() {}

    static List<CodeSource> of(Configuration configuration) {
        ClientSettings nimbuses = ClientSettings.of(configuration);
        String scheme = ApiSettings.of(configuration).keyStore().isPresent() ? "https://" : "";
        return nimbuses.seeds().stream()
                .<CodeSource>map(seed -> new HttpCode(
                        new HttpControl(new Connection(
                                List.of(scheme + seed),
                                nimbuses.token().map(Secret::reveal),
                                Optional.empty(),
                                PATIENCE)),
                        seed.toString()))
                .toList();
    }
}
