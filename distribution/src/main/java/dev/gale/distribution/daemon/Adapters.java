package dev.gale.distribution.daemon;

import dev.gale.runtime.config.AdapterNames;
import dev.gale.runtime.config.ConfigKeys;
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
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the adapters that a configuration names. */
final class Adapters {
    private static final String STORE = ConfigKeys.METADATA_STORE.name();
    private static final String TRANSPORT = ConfigKeys.TRANSPORT.name();
    private static final String HEARTBEAT = ConfigKeys.HEARTBEAT.name();

    private final Configuration configuration;
    private final AdapterNames names;
    private final String process;
    private final Consumer<EngineException> fatal;
    private final SplittableRandom random = new SplittableRandom();
    private final EnginePluginContext transportContext;
    private final MetadataStoreFactory stores;
    private final TransportFactory transports;
    private final HeartbeatsFactory heartbeats;

    /**
     * Finds all of them and checks their sections, whichever are opened later: what is wrong is wrong for the whole cluster.
     *
     * @param process what the adapters' threads are named after
     * @param fatal ends this process, see {@link EnginePluginContext}
     * @throws EngineException REJECTED if one is not installed, or its section has problems
     */
    Adapters(Configuration configuration, String process, Consumer<EngineException> fatal) {
        this.configuration = configuration;
        this.process = process;
        this.fatal = fatal;
        names = AdapterNames.of(configuration);
        transportContext = context("transport " + names.transport());
        stores = find(MetadataStoreFactory.class, STORE, names.metadataStore(), MetadataStoreFactory::name);
        transports = find(TransportFactory.class, TRANSPORT, names.transport(), TransportFactory::name);
        heartbeats = find(HeartbeatsFactory.class, HEARTBEAT, names.heartbeat(), HeartbeatsFactory::name);
        check(STORE, names.metadataStore(), stores::check);
        check(TRANSPORT, names.transport(), transports::check);
        check(HEARTBEAT, names.heartbeat(), heartbeats::check);
    }

    /** The names of all that are there, which are sections of the configuration. */
    static Set<String> installed() {
        Set<String> installed = new TreeSet<>();
        installed.addAll(Plugins.here().names(MetadataStoreFactory.class, STORE, MetadataStoreFactory::name));
        installed.addAll(Plugins.here().names(TransportFactory.class, TRANSPORT, TransportFactory::name));
        installed.addAll(Plugins.here().names(HeartbeatsFactory.class, HEARTBEAT, HeartbeatsFactory::name));
        return installed;
    }

    MetadataStore store() {
        String name = names.metadataStore();
        return opened(STORE, name, () -> stores.open(section(name), context("metadata store " + name)));
    }

    Transport transport() {
        String name = names.transport();
        return opened(TRANSPORT, name, () -> transports.open(section(name), transportContext));
    }

    /** What the transport has counted so far. */
    Map<String, Long> transportCounters() {
        return transportContext.counters();
    }

    Heartbeats heartbeats() {
        String name = names.heartbeat();
        return opened(HEARTBEAT, name, () -> heartbeats.open(section(name), context("heartbeat " + name)));
    }

    /** The service of the transport that all workers of a host are to share, if it has one and is not configured otherwise. */
    Optional<CompanionServiceFactory> transportCompanion() {
        Set<String> there =
                Plugins.here().names(CompanionServiceFactory.class, TRANSPORT, CompanionServiceFactory::name);
        if (!there.contains(names.transport())) {
            return Optional.empty();
        }
        CompanionServiceFactory factory =
                find(CompanionServiceFactory.class, TRANSPORT, names.transport(), CompanionServiceFactory::name);
        return Optional.of(factory).filter(found -> found.isForEveryHost(section(names.transport())));
    }

    /** Starts it, with what is under {@code companion} in the transport's section. */
    CompanionService start(CompanionServiceFactory companion, Path directory) {
        return companion.start(
                section(names.transport()).section("companion"), directory, context("companion " + names.transport()));
    }

    /**
     * The store's own server, for where nobody else runs one.
     *
     * @throws EngineException REJECTED if the store has none
     */
    CompanionService storeServer(ConfigSection section, Path directory) {
        Set<String> served = new TreeSet<>(
                Plugins.here().names(CompanionServiceFactory.class, STORE, CompanionServiceFactory::name));
        served.retainAll(Plugins.here().names(MetadataStoreFactory.class, STORE, MetadataStoreFactory::name));
        if (!served.contains(names.metadataStore())) {
            throw new EngineException(
                    Category.REJECTED,
                    STORE + ": the adapter '" + names.metadataStore()
                            + "' brings no server, and this cluster runs one; "
                            + (served.isEmpty()
                                    ? "no other does here"
                                    : "those that do are " + String.join(", ", served))
                            + ". Name one that does, or start nimbus and supervisor apart");
        }
        CompanionServiceFactory factory =
                find(CompanionServiceFactory.class, STORE, names.metadataStore(), CompanionServiceFactory::name);
        return factory.start(section, directory, context("server " + names.metadataStore()));
    }

    private ConfigSection section(String adapter) {
        return configuration.section(adapter);
    }

    private EnginePluginContext context(String adapter) {
        return new EnginePluginContext(process, adapter, System::nanoTime, random.split(), fatal);
    }

    private void check(String port, String name, Consumer<ConfigSection> checking) {
        opened(port, name, () -> {
            checking.accept(section(name));
            return name;
        });
    }

    /** What an adapter does that breaks the port at its start is told with its name: a plugin's author is not the operator. */
    static <T> T opened(String port, String name, Supplier<@Nullable T> opening) {
        T opened;
        try {
            opened = opening.get();
        } catch (EngineException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new EngineException(Category.REJECTED, broken(port, name) + " throws " + e, e);
        }
        if (opened == null) {
            throw new EngineException(Category.REJECTED, broken(port, name) + " answers nothing");
        }
        return opened;
    }

    private static String broken(String port, String name) {
        return port + ": the adapter '" + name
                + "' is broken, get another release or name another adapter: its factory";
    }

    private static <F> F find(Class<F> type, String key, String name, Function<F, String> nameOf) {
        return Plugins.here().find(type, key, name, nameOf);
    }
}
