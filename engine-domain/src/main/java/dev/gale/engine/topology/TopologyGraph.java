package dev.gale.engine.topology;

import dev.gale.api.ComponentSpec;
import dev.gale.api.StreamSpec;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A valid topology to look things up in: components by id, who subscribes to what, and what lies on a cycle. Everything comes in the
 * order of ids. The engine's own components are not in it. Immutable.
 */
public final class TopologyGraph {
    private final SortedMap<String, ComponentSpec> components = new TreeMap<>();
    private final SortedMap<StreamId, List<Subscriber>> subscribers = new TreeMap<>();
    private final Cycles cycles;

    private TopologyGraph(Topology topology) {
        for (ComponentSpec component : topology.components()) {
            if (components.put(component.id(), component) != null) {
                throw new IllegalArgumentException("Component '" + component.id() + "' is declared twice");
            }
        }
        SortedMap<String, List<String>> edges = new TreeMap<>();
        for (ComponentSpec component : components.values()) {
            edges.put(component.id(), new ArrayList<>());
            for (String stream : component.outputs().keySet()) {
                subscribers.put(new StreamId(component.id(), stream), new ArrayList<>());
            }
        }
        for (ComponentSpec component : components.values()) {
            for (Subscription input : component.inputs()) {
                StreamId source = new StreamId(input.component(), input.stream());
                List<Subscriber> of = subscribers.get(source);
                if (of == null) {
                    throw new IllegalArgumentException(
                            "Component '" + component.id() + "' subscribes to " + source + ", which does not exist");
                }
                of.add(new Subscriber(component.id(), input.grouping()));
                edges.computeIfAbsent(input.component(), from -> new ArrayList<>())
                        .add(component.id());
            }
        }
        subscribers.replaceAll((stream, of) -> List.copyOf(of));
        cycles = Cycles.of(edges);
    }

    /** @throws IllegalArgumentException if an id occurs twice or an input has no source, which {@link TopologyValidator} reports */
    public static TopologyGraph of(Topology topology) {
        return new TopologyGraph(topology);
    }

    public Collection<ComponentSpec> components() {
        return Collections.unmodifiableCollection(components.values());
    }

    /** @throws IllegalArgumentException if there is no such component */
    public ComponentSpec component(String id) {
        ComponentSpec component = components.get(id);
        if (component == null) {
            throw new IllegalArgumentException("There is no component '" + id + "'; there are " + components.keySet());
        }
        return component;
    }

    /** The declared streams of a component by id. */
    public Map<String, StreamSpec> streams(String component) {
        return component(component).outputs();
    }

    /**
     * Who receives a stream, maybe nobody.
     *
     * @throws IllegalArgumentException if there is no such stream
     */
    public List<Subscriber> subscribers(StreamId stream) {
        List<Subscriber> of = subscribers.get(stream);
        if (of == null) {
            throw new IllegalArgumentException("There is no stream " + stream + "; there are " + subscribers.keySet());
        }
        return of;
    }

    /**
     * Whether tuples can go from one component to the other and come back: both lie on a common cycle. A component that subscribes
     * to itself lies on a cycle alone.
     */
    public boolean sameCycle(String from, String to) {
        return cycles.same(component(from).id(), component(to).id());
    }
}
