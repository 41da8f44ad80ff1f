package dev.gale.runtime.plugin;

import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.transport.TransportFactory;
import java.util.function.Function;

/** What a plugin can bring. */
public enum AdapterKind {
    METADATA_STORE("metadata.store", MetadataStoreFactory.class, each -> ((MetadataStoreFactory) each).name()),
    TRANSPORT("transport", TransportFactory.class, each -> ((TransportFactory) each).name()),
    HEARTBEAT("heartbeat", HeartbeatsFactory.class, each -> ((HeartbeatsFactory) each).name()),
    /** A server that a host runs for its clients, as the development cluster does. */
    COMPANION("companion", CompanionServiceFactory.class, each -> ((CompanionServiceFactory) each).name());

    private final String key;
    private final Class<?> factory;
    private final Function<Object, String> nameOf;

    AdapterKind(String key, Class<?> factory, Function<Object, String> nameOf) {
        this.key = key;
        this.factory = factory;
        this.nameOf = nameOf;
    }

    /** The key of the configuration that names an adapter of this kind; a companion goes with the adapter of its name. */
    public String key() {
        return key;
    }

    /** The interface that a provider implements. */
    public Class<?> factory() {
        return factory;
    }

    String nameOf(Object provider) {
        return nameOf.apply(provider);
    }
}
