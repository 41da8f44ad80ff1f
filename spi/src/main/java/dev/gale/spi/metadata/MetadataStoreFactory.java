package dev.gale.spi.metadata;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

/** Found by {@link java.util.ServiceLoader}. */
public interface MetadataStoreFactory {
    /**
     * The name used in configuration, such as {@code "zookeeper"}; {@code [a-z][a-z0-9-]*}, unique on the class path.
     */
    String name();

    /**
     * Checks all of {@code section} as {@link #open} does, and opens nothing: no file, no connection. What a daemon or the engine adds
     * before it opens, such as where a companion is, may be missing.
     *
     * @throws dev.gale.spi.plugin.EngineException of category REJECTED that lists every problem
     */
    default void check(ConfigSection section) {
        // Who does not do it is found wrong at the start.
    }

    /** Checks all of {@code section} first and reports every problem together; only then connects. */
    MetadataStore open(ConfigSection section, PluginContext context);
}
