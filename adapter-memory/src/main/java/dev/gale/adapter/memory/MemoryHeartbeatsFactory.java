package dev.gale.adapter.memory;

import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

/** Opens heartbeat records within the JVM; each object is for itself. */
public final class MemoryHeartbeatsFactory implements HeartbeatsFactory {
    /** For {@link java.util.ServiceLoader}. */
    public MemoryHeartbeatsFactory() {}

    @Override
    public String name() {
        return MemorySettings.NAME;
    }

    @Override
    public void check(ConfigSection section) {
        MemorySettings.read(section);
    }

    @Override
    public MemoryHeartbeats open(ConfigSection section, PluginContext context) {
        MemorySettings.read(section);
        return new MemoryHeartbeats();
    }
}
