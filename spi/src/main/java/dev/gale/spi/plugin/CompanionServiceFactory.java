package dev.gale.spi.plugin;

import java.nio.file.Path;

/** Found by {@link java.util.ServiceLoader}. See the rules of {@link CompanionService}. */
public interface CompanionServiceFactory {
    /** The name of the adapter that the service is for, such as {@code "zookeeper"}; unique on the class path. */
    String name();

    /**
     * Starts the service.
     *
     * @param section the service's own settings, not those of its clients
     * @param directory for this service alone; missing or left by an earlier one
     */
    CompanionService start(ConfigSection section, Path directory, PluginContext context);
}
