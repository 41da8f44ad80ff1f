package dev.gale.distribution.daemon;

import dev.gale.distribution.client.Connection;
import dev.gale.distribution.client.HttpControl;
import dev.gale.runtime.code.CodeSource;
import dev.gale.runtime.config.ClientSettings;
import dev.gale.runtime.config.Configuration;
import java.time.Duration;
import java.util.List;

/** Who may have the code of topologies: the nimbuses that are configured. Which of them does changes, so all are asked. */
final class CodeSources {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private CodeSources() {}

    static List<CodeSource> of(Configuration configuration) {
        return Connection.of(ClientSettings.of(configuration), PATIENCE).each().stream()
                .<CodeSource>map(
                        one -> new HttpCode(new HttpControl(one), one.seeds().get(0)))
                .toList();
    }
}
