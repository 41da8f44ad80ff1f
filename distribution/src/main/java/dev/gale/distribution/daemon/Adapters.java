package dev.gale.distribution.daemon;

import dev.gale.runtime.config.AdapterNames;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;

/** Opens the adapters that a configuration names. */
final class Adapters {
    private final Configuration configuration;
    private final AdapterNames names;
    private final String process;
    private final SplittableRandom random = new SplittableRandom();
    private final EnginePluginContext transportContext;

    /** @param process what the adapters' threads are named after */
    Adapters(Configuration configuration, String process) {
        this.configuration = configuration;
        this.process = process;
        names = AdapterNames.of(configuration);
        transportContext = context("transport " + names.transport());
    }

    /** The names of all that are there, which are sections of the configuration. */
    static Set<String> installed() {
        Set<String> installed = new TreeSet<>();
        installed.addAll(
                Plugins.here().names(MetadataStoreFactory.class, "metadata.store", MetadataStoreFactory::name));
        installed.addAll(Plugins.here().names(TransportFactory.class, "transport", TransportFactory::name));
        installed.addAll(Plugins.here().names(HeartbeatsFactory.class, "heartbeat", HeartbeatsFactory::name));
        return installed;
    }

    MetadataStore store() {
        MetadataStoreFactory factory =
                find(MetadataStoreFactory.class, "metadata.store", names.metadataStore(), MetadataStoreFactory::name);
        return factory.open(section(names.metadataStore()), context("metadata store " + names.metadataStore()));
    }

    Transport transport() {
        TransportFactory factory = find(TransportFactory.class, "transport", names.transport(), TransportFactory::name);
        return factory.open(section(names.transport()), transportContext);
    }

    /** What the transport has counted so far. */
    Map<String, Long> transportCounters() {
        return transportContext.counters();
    }

    Heartbeats heartbeats() {
        HeartbeatsFactory factory =
                find(HeartbeatsFactory.class, "heartbeat", names.heartbeat(), HeartbeatsFactory::name);
        return factory.open(section(names.heartbeat()), context("heartbeat " + names.heartbeat()));
    }

    /** The service of the transport that all workers of a host are to share, if it has one and is not configured otherwise. */
    Optional<CompanionServiceFactory> transportCompanion() {
        Set<String> there =
                Plugins.here().names(CompanionServiceFactory.class, "transport", CompanionServiceFactory::name);
        if (!there.contains(names.transport())) {
            return Optional.empty();
        }
        CompanionServiceFactory factory =
                find(CompanionServiceFactory.class, "transport", names.transport(), CompanionServiceFactory::name);
        return Optional.of(factory).filter(found -> found.isForEveryHost(section(names.transport())));
    }

    /** Starts it, with what is under {@code companion} in the transport's section. */
    CompanionService start(CompanionServiceFactory companion, Path directory) {
        return companion.start(
                section(names.transport()).section("companion"), directory, context("companion " + names.transport()));
    }

    /** The store's own server, for where nobody else runs one. */
    CompanionService storeServer(ConfigSection section, Path directory) {
        CompanionServiceFactory factory = find(
                CompanionServiceFactory.class, "metadata.store", names.metadataStore(), CompanionServiceFactory::name);
        return factory.start(section, directory, context("server " + names.metadataStore()));
    }

    private ConfigSection section(String adapter) {
        return configuration.section(adapter);
    }

    private EnginePluginContext context(String adapter) {
        return new EnginePluginContext(process, adapter, System::nanoTime, random.split());
    }

    private static <F> F find(Class<F> type, String key, String name, Function<F, String> nameOf) {
        return Plugins.here().find(type, key, name, nameOf);
    }
}
