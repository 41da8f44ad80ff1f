package dev.gale.api;

import java.util.Map;

/** Takes topologies for {@link TopologySubmitter}; found by ServiceLoader through the thread's context class loader. */
public interface TopologySubmitterProvider {
    /** Whether this one runs the calling main class. The first that says so is given its topologies. */
    boolean isAvailable();

    /** Returns when the topology was accepted, or throws what says why not. */
    void submit(String name, Map<String, Object> conf, Topology topology);
}
