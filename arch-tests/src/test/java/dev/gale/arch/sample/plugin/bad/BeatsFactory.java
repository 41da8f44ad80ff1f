package dev.gale.arch.sample.plugin.bad;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

public final class BeatsFactory implements HeartbeatsFactory {
    @Override
    public String name() {
        return "beats";
    }

    @Override
    public Heartbeats open(ConfigSection section, PluginContext context) {
        throw new UnsupportedOperationException("only its class file is read");
    }
}
