package dev.gale.spi.metadata;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

/** Found by {@link java.util.ServiceLoader}. */
public interface MetadataStoreFactory {
    /**
     * The name used in configuration, such as {@code "zookeeper"}; {@code [a-z][a-z0-9-]*}, unique on the class path.
     */
    String name();

    /** Checks all of {@code section} first and reports every problem together; only then connects. */
    MetadataStore open(ConfigSection section, PluginContext context);
}
