package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import java.nio.file.Path;

/** Opens clients of ZooKeeper; and starts a server on this machine, where there is none. */
public final class ZookeeperMetadataStoreFactory implements MetadataStoreFactory, CompanionServiceFactory {
    /** For {@link java.util.ServiceLoader}. */
    public ZookeeperMetadataStoreFactory() {}

    @Override
    public String name() {
        return ZookeeperSettings.NAME;
    }

    @Override
    public void check(ConfigSection section) {
        ZookeeperSettings.read(section);
    }

    @Override
    public MetadataStore open(ConfigSection section, PluginContext context) {
        return ZookeeperMetadataStore.open(ZookeeperSettings.read(section), context);
    }

    /** A store is the cluster's, and one of its own on every host would be as many clusters. */
    @Override
    public boolean isForEveryHost(ConfigSection clients) {
        return false;
    }

    @Override
    public CompanionService start(ConfigSection section, Path directory, PluginContext context) {
        return EmbeddedZookeeper.start(EmbeddedSettings.read(section), directory);
    }
}
