package dev.gale.spi.plugin;

import java.nio.file.Path;

/** Found by {@link java.util.ServiceLoader}. See the rules of {@link CompanionService}. */
public interface CompanionServiceFactory {
    /** The name of the adapter that the service is for, such as {@code "zookeeper"}; unique on the class path. */
    String name();

    /**
     * Whether a supervisor is to run the service for the workers of its host, so that they all share it. False for one
     * that is for trials only, or when the clients have somebody else's.
     *
     * @param clients what is configured for the adapter of the same name; problems in it are for that one to report
     */
    boolean isForEveryHost(ConfigSection clients);

    /**
     * Starts the service.
     *
     * @param section the service's own settings, not those of its clients
     * @param directory for this service alone; missing or left by an earlier one
     */
    CompanionService start(ConfigSection section, Path directory, PluginContext context);
}
