package dev.gale.adapter.memory;

import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens stores within the JVM. Stores that this object opens under one {@code world} are clients of the same data,
 * which lives as long as the factory; stores of two factory objects never are.
 */
public final class MemoryMetadataStoreFactory implements MetadataStoreFactory {
    private final Map<String, MemoryData> worlds = new ConcurrentHashMap<>();

    /** For {@link java.util.ServiceLoader}. */
    public MemoryMetadataStoreFactory() {}

    @Override
    public String name() {
        return MemorySettings.NAME;
    }

    @Override
    public void check(ConfigSection section) {
        MemorySettings.read(section);
    }

    @Override
    public MemoryMetadataStore open(ConfigSection section, PluginContext context) {
        String world = MemorySettings.read(section).world();
        MemoryData data =
                world.isEmpty() ? new MemoryData() : worlds.computeIfAbsent(world, unused -> new MemoryData());
        return new MemoryMetadataStore(data, context, DeliveryThread.start(context));
    }
}
