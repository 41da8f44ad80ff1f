package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import dev.gale.api.TopologySubmitterProvider;
import java.util.Map;

/** Hands topologies of a main class that runs in a {@link JarLoader} to whatever that belongs to. */
public final class ContextSubmitter implements TopologySubmitterProvider {
    public ContextSubmitter() {}

    @Override
    public boolean isAvailable() {
        return Thread.currentThread().getContextClassLoader() instanceof JarLoader;
    }

    @Override
    public void submit(String name, Map<String, Object> conf, Topology topology) {
        if (Thread.currentThread().getContextClassLoader() instanceof JarLoader loader) {
            loader.submission().submit(name, conf, topology);
        }
    }
}
