package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import java.util.Map;

/** Makes {@code stormcode.ser} of a topology: what nimbus reads of it, and the components that only a worker reads. */
interface TopologyEncoder {
    /** @throws CliException if a component cannot be serialized; the message names it */
    byte[] encode(String name, Map<String, Object> conf, Topology topology);
}
