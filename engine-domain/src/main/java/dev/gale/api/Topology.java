package dev.gale.api;

import java.io.Serializable;
import java.util.List;

/** What {@link TopologyBuilder#createTopology} gives: the components as declared, in that order. Checked at submit. */
public record Topology(List<ComponentSpec> components) implements Serializable {
    public Topology {
        components = List.copyOf(components);
    }
}
