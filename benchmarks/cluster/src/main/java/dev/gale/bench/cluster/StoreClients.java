package dev.gale.bench.cluster;

import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.ConfigSection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;

/** Clients of one store's server, with the adapter's defaults. */
final class StoreClients implements AutoCloseable {
    private final MetadataStoreFactory factory;
    private final Map<String, String> section;
    private final Deque<MetadataStore> open = new ArrayDeque<>();

    /** @param section by which a client finds the server */
    StoreClients(String store, Map<String, String> section) {
        factory = factory(store);
        this.section = section;
    }

    /** @throws dev.gale.spi.plugin.EngineException REJECTED, with what to do, if it is not installed */
    static MetadataStoreFactory factory(String store) {
        return Plugins.here().find(MetadataStoreFactory.class, "metadata.store", store, MetadataStoreFactory::name);
    }

    /** One more connection, with a session of its own. */
    MetadataStore open(String process) {
        MetadataStore store = factory.open(
                ConfigSection.of(factory.name(), section),
                new EnginePluginContext(
                        process, "metadata store " + factory.name(), System::nanoTime, new SplittableRandom()));
        open.push(store);
        return store;
    }

    /** The last opened first. */
    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
