package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;

/** Opens heartbeats in files of this host. */
public final class LocalFileHeartbeatsFactory implements HeartbeatsFactory {
    /** For {@link java.util.ServiceLoader}. */
    public LocalFileHeartbeatsFactory() {}

    @Override
    public String name() {
        return "localfile";
    }

    @Override
    public void check(ConfigSection section) {
        section.rejectProblems();
    }

    @Override
    public Heartbeats open(ConfigSection section, PluginContext context) {
        section.rejectProblems();
        return new LocalFileHeartbeats(context.random(), context.counter("files.made.anew"));
    }
}
