package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import java.util.Map;

/** Where topologies go that a main class submits. */
interface Submission {
    void submit(String name, Map<String, Object> conf, Topology topology);
}
