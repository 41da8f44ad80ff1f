package com.example.directory;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

/** Opens stores in directories. The one public class of this plugin. */
public final class DirectoryStoreFactory implements MetadataStoreFactory {
    /** For {@link java.util.ServiceLoader}. */
    public DirectoryStoreFactory() {}

    @Override
    public String name() {
        return "directory";
    }

    @Override
    public void check(ConfigSection section) {
        Settings.of(section);
    }

    @Override
    public MetadataStore open(ConfigSection section, PluginContext context) {
        Settings settings = Settings.of(section);
        StateFiles files = new StateFiles(settings.path());
        files.create();
        return DirectoryStore.open(files, settings, context);
    }
}
