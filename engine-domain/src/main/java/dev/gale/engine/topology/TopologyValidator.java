package dev.gale.engine.topology;

import dev.gale.api.BasicBolt;
import dev.gale.api.Bolt;
import dev.gale.api.ComponentSpec;
import dev.gale.api.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds everything that is wrong with a declared topology, in the order of its declaration. Whether components can be serialized is
 * not seen here.
 */
public final class TopologyValidator {
    /** The most tasks a topology may have, ackers included. */
    public static final int MAX_TASKS = 32_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,127}");
    private static final Pattern COMPONENT_ID = Pattern.compile("[A-Za-z0-9$][A-Za-z0-9._$-]{0,127}");

    private final Topology topology;
    private final TopologySettings settings;
    private final Map<String, List<ComponentSpec>> byId = new TreeMap<>();
    private final List<Problem> problems = new ArrayList<>();

    private TopologyValidator(Topology topology, TopologySettings settings) {
        this.topology = topology;
        this.settings = settings;
        for (ComponentSpec component : topology.components()) {
            byId.computeIfAbsent(component.id(), id -> new ArrayList<>()).add(component);
        }
    }

    /** The problems of a topology whose settings were read before; none if it can run. */
    public static List<Problem> validate(Topology topology, TopologySettings settings) {
        return new TopologyValidator(topology, settings).run();
    }

    /** The problems of a topology and its config together. */
    public static List<Problem> validate(Topology topology, Map<String, ?> config) {
        List<Problem> problems = new ArrayList<>();
        TopologySettings settings = TopologySettings.read(config, problems::add);
        problems.addAll(validate(topology, settings));
        return List.copyOf(problems);
    }

    /** The problem of a name that a topology is to run under. */
    public static Optional<Problem> validateName(String name) {
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(new Problem(
                        "topology name",
                        "'" + name + "' is not a name",
                        "use 1 to 128 letters, digits, '-' and '_', a letter or digit first"));
    }

    private List<Problem> run() {
        if (topology.components().stream().noneMatch(ComponentSpec::isSpout)) {
            report("topology", "there is no spout among " + byId.keySet(), "add one with setSpout");
        }
        byId.forEach((id, same) -> {
            if (same.size() > 1) {
                String kinds = String.join(
                        ", ", same.stream().map(TopologyValidator::kind).toList());
                report(
                        where(same.get(0)),
                        "is declared " + same.size() + " times: " + kinds,
                        "give each an id of its own");
            }
        });
        long tasks = settings.dedicatedAckers();
        for (ComponentSpec component : topology.components()) {
            tasks += checkComponent(component);
        }
        if (tasks > MAX_TASKS) {
            report(
                    "topology",
                    "has " + tasks + " tasks, " + settings.dedicatedAckers() + " of them ackers",
                    "ask for " + MAX_TASKS + " at most");
        }
        return List.copyOf(problems);
    }

    /** @return the number of its tasks, 0 if they cannot be told */
    private int checkComponent(ComponentSpec component) {
        checkId(component);
        checkKind(component);
        checkOutputs(component);
        TopologySettings own = settings.forComponent(component, problems::add);
        int tasks = checkNumbers(component, own);
        SubscriptionCheck inputs = new SubscriptionCheck(component, byId, this::report);
        component.inputs().forEach(inputs::check);
        if (tasks > settings.keyGroups() && inputs.anyByFields()) {
            report(
                    where(component),
                    "has " + tasks + " tasks but there are " + settings.keyGroups()
                            + " key groups, so some never get a tuple",
                    "set topology.key.groups to " + tasks + " or more");
        }
        return tasks;
    }

    private void checkId(ComponentSpec component) {
        String id = component.id();
        if (id.startsWith("_")) {
            report(where(component), "ids that start with '_' belong to the engine", "choose another");
        } else if (!COMPONENT_ID.matcher(id).matches()) {
            report(
                    where(component),
                    id.isBlank() ? "the id is empty" : "the id has letters that it must not have, or too many",
                    "use 1 to 128 letters, digits, '.', '_', '-' and '$', of which '.', '_' and '-' are not first");
        }
    }

    private void checkKind(ComponentSpec component) {
        boolean bolt = component.component() instanceof Bolt || component.component() instanceof BasicBolt;
        if (component.isSpout() == bolt) {
            report(
                    where(component),
                    StandIn.classNameOf(component.component()) + " is "
                            + (bolt ? "both spout and bolt" : "neither spout nor bolt"),
                    "implement one of Spout, Bolt and BasicBolt");
        } else if (component.isSpout() && !component.inputs().isEmpty()) {
            report(where(component), "is a spout with inputs", "make it a bolt or remove its inputs");
        } else if (bolt && component.inputs().isEmpty()) {
            report(
                    where(component),
                    "is a bolt without inputs",
                    "add a grouping, such as shuffleGrouping, or remove it");
        }
    }

    private void checkOutputs(ComponentSpec component) {
        for (String stream : component.outputs().keySet()) {
            if (stream.startsWith("_")) {
                report(
                        where(component),
                        "declares stream '" + stream + "', but names that start with '_' belong to the engine",
                        "choose another");
            } else if (stream.isBlank()) {
                report(where(component), "declares stream '" + stream + "', which is no name", "give it one");
            }
        }
    }

    private int checkNumbers(ComponentSpec component, TopologySettings own) {
        if (component.parallelism() < 1) {
            report(where(component), "parallelism is " + component.parallelism(), "give 1 or more");
        }
        Integer declared = component.tasks();
        if (declared != null && declared < 1) {
            report(where(component), "the number of tasks is " + declared, "give 1 or more, or leave it out");
        }
        return Math.max(0, own.tasksOf(component));
    }

    private void report(String where, String what, String remedy) {
        problems.add(new Problem(where, what, remedy));
    }

    static String where(ComponentSpec component) {
        return "component '" + component.id() + "'";
    }

    private static String kind(ComponentSpec component) {
        return (component.isSpout() ? "spout " : "bolt ") + StandIn.classNameOf(component.component());
    }
}
