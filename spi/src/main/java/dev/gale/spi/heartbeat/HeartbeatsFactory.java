package dev.gale.spi.heartbeat;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

/** Found by {@link java.util.ServiceLoader}. */
public interface HeartbeatsFactory {
    /**
     * The name used in configuration, such as {@code "localfile"}; {@code [a-z][a-z0-9-]*}, unique on the class path.
     */
    String name();

    /** Checks all of {@code section} first and reports every problem together; only then opens anything. */
    Heartbeats open(ConfigSection section, PluginContext context);
}
