package dev.gale.adapter.memory;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.TransportFactory;

/** Opens networks within the JVM; each is for itself. */
public final class MemoryTransportFactory implements TransportFactory {
    /** For {@link java.util.ServiceLoader}. */
    public MemoryTransportFactory() {}

    @Override
    public String name() {
        return MemorySettings.NAME;
    }

    @Override
    public void check(ConfigSection section) {
        MemorySettings.read(section);
    }

    @Override
    public MemoryTransport open(ConfigSection section, PluginContext context) {
        return new MemoryTransport(MemorySettings.read(section), context);
    }
}
