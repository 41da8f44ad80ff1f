package dev.gale.distribution.daemon;

import dev.gale.distribution.client.Connection;
import dev.gale.distribution.client.HttpControl;
import dev.gale.runtime.code.CodeSource;
import dev.gale.runtime.config.ClientSettings;
import dev.gale.runtime.config.Configuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Who may have the code of topologies: the nimbuses that are configured. Which of them does changes, so all are asked, each once, since
 * whoever fetches tries again. One that is down is asked last once another has given something. Thread-safe.
 */
final class CodeSources implements Supplier<List<CodeSource>> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<CodeSource> sources = new ArrayList<>();

    private CodeSources() {}

    static CodeSources of(Configuration configuration) {
        CodeSources all = new CodeSources();
        Connection.of(ClientSettings.of(configuration), PATIENCE)
                .each()
                .forEach(one -> all.sources.add(
                        new HttpCode(HttpControl.askingOnce(one), one.seeds().get(0), all::answered)));
        return all;
    }

    /** The one that gave something last comes first. */
    @Override
    public synchronized List<CodeSource> get() {
        return List.copyOf(sources);
    }

    private synchronized void answered(CodeSource source) {
        sources.remove(source);
        sources.add(0, source);
    }
}
