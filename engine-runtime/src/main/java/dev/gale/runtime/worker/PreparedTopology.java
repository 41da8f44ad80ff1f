package dev.gale.runtime.worker;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.runtime.code.ComponentCopies;
import dev.gale.runtime.codec.SerializationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** A topology that was checked in the process that declares it, with what workers in that process need to run it. */
public record PreparedTopology(
        Topology topology,
        TopologyGraph graph,
        TopologySettings settings,
        ComponentCopies copies,
        SerializationRegistry registry) {

    /**
     * Checks all that can be known before a topology runs, the serialization of its components included.
     *
     * @param problems gets every problem
     * @return empty if there was a problem
     */
    public static Optional<PreparedTopology> of(
            String name, Map<String, ?> conf, Topology topology, Consumer<Problem> problems) {
        Objects.requireNonNull(name, "name is null");
        Objects.requireNonNull(conf, "conf is null");
        Objects.requireNonNull(topology, "topology is null");
        List<Problem> found = new ArrayList<>();
        TopologyValidator.validateName(name).ifPresent(found::add);
        TopologySettings settings = TopologySettings.read(conf, found::add);
        found.addAll(TopologyValidator.validate(topology, settings));
        ConfValues.check(conf, found::add);
        topology.components().forEach(component -> ConfValues.check(component, found::add));
        ClassLoader loader = userClasses(topology);
        ComponentCopies copies = ComponentCopies.of(
                topology,
                loader,
                (component, why) -> found.add(new Problem(
                        "component '" + component + "'", why, "every task works on a copy of the component")));
        SerializationRegistry registry = SerializationRegistry.empty();
        try {
            registry = SerializationRegistry.of(registrations(settings), loader);
        } catch (IllegalArgumentException e) {
            found.add(new Problem(
                    Config.TOPOLOGY_KRYO_REGISTER,
                    String.valueOf(e.getMessage()),
                    "register classes that the workers have"));
        }
        found.forEach(problems);
        return found.isEmpty()
                ? Optional.of(new PreparedTopology(topology, TopologyGraph.of(topology), settings, copies, registry))
                : Optional.empty();
    }

    /** What the settings have refused is reported already, and is not among them. */
    private static List<?> registrations(TopologySettings settings) {
        return settings.merged().get(Config.TOPOLOGY_KRYO_REGISTER) instanceof List<?> list ? list : List.of();
    }

    private static ClassLoader userClasses(Topology topology) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null) {
            return context;
        }
        return topology.components().isEmpty()
                ? PreparedTopology.class.getClassLoader()
                : topology.components().get(0).component().getClass().getClassLoader();
    }
}
