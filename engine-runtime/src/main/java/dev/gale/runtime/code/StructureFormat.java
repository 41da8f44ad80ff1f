package dev.gale.runtime.code;

import dev.gale.api.ComponentSpec;
import dev.gale.api.GroupingSpec;
import dev.gale.api.StreamSpec;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import dev.gale.engine.topology.ComponentKind;
import dev.gale.engine.topology.StandIn;
import dev.gale.runtime.store.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a topology as JSON: everything that an author declared, with the names of classes in place of objects. Reading gives
 * stand-ins for these. Fields that this version does not know are ignored.
 */
final class StructureFormat {
    private StructureFormat() {}

    /** @throws IllegalArgumentException if something in it cannot be written down */
    static Map<String, Object> write(Topology topology) {
        return Map.of(
                "components",
                topology.components().stream().map(StructureFormat::write).toList());
    }

    /** @throws RuntimeException of any kind, with a message, if it is no structure */
    static Topology read(Fields structure) {
        return new Topology(structure.objects("components").stream()
                .map(StructureFormat::readComponent)
                .toList());
    }

    private static Map<String, @Nullable Object> write(ComponentSpec component) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", component.id());
        fields.put(
                "kind",
                word(ComponentKind.of(component.component())
                        .orElseThrow(() -> new IllegalArgumentException("it is neither spout nor bolt"))));
        fields.put("class", StandIn.classNameOf(component.component()));
        fields.put("parallelism", component.parallelism());
        fields.put("tasks", component.tasks());
        Map<String, Object> outputs = new LinkedHashMap<>();
        component
                .outputs()
                .forEach((stream, spec) ->
                        outputs.put(stream, Map.of("fields", spec.fields().toList(), "direct", spec.direct())));
        fields.put("outputs", outputs);
        fields.put(
                "inputs",
                component.inputs().stream().map(StructureFormat::write).toList());
        fields.put("declaredConfig", PlainValues.write(component.declaredConfig()));
        fields.put("config", PlainValues.write(component.config()));
        return fields;
    }

    private static ComponentSpec readComponent(Fields component) {
        Map<String, StreamSpec> outputs = new LinkedHashMap<>();
        Fields streams = component.object("outputs");
        for (String stream : streams.all().keySet()) {
            Fields spec = streams.object(stream);
            outputs.put(stream, new StreamSpec(names(spec), spec.flag("direct")));
        }
        return new ComponentSpec(
                component.text("id"),
                StandIn.component(kind(component.text("kind")), component.text("class")),
                component.number("parallelism"),
                component.all().get("tasks") == null ? null : component.number("tasks"),
                outputs,
                component.objects("inputs").stream()
                        .map(StructureFormat::readInput)
                        .toList(),
                PlainValues.read(component.map("declaredConfig")),
                PlainValues.read(component.map("config")));
    }

    private static Map<String, Object> write(Subscription input) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("component", input.component());
        fields.put("stream", input.stream());
        fields.put("grouping", write(input.grouping()));
        return fields;
    }

    private static Subscription readInput(Fields input) {
        return new Subscription(input.text("component"), input.text("stream"), readGrouping(input.object("grouping")));
    }

    private static Map<String, Object> write(@Nullable GroupingSpec grouping) {
        if (grouping instanceof GroupingSpec.ByFields by) {
            return Map.of("kind", "fields", "fields", by.fields().toList());
        } else if (grouping instanceof GroupingSpec.PartialKey by) {
            return Map.of("kind", "partial-key", "fields", by.fields().toList());
        } else if (grouping instanceof GroupingSpec.Custom custom && custom.grouping() != null) {
            return Map.of("kind", "custom", "class", StandIn.classNameOf(custom.grouping()));
        } else if (grouping instanceof GroupingSpec.Shuffle) {
            return Map.of("kind", "shuffle");
        } else if (grouping instanceof GroupingSpec.All) {
            return Map.of("kind", "all");
        } else if (grouping instanceof GroupingSpec.Global) {
            return Map.of("kind", "global");
        } else if (grouping instanceof GroupingSpec.None) {
            return Map.of("kind", "none");
        } else if (grouping instanceof GroupingSpec.Direct) {
            return Map.of("kind", "direct");
        } else if (grouping instanceof GroupingSpec.LocalOrShuffle) {
            return Map.of("kind", "local-or-shuffle");
        }
        throw new IllegalArgumentException("it has a grouping that is null");
    }

    private static GroupingSpec readGrouping(Fields grouping) {
        String kind = grouping.text("kind");
        return switch (kind) {
            case "fields" -> new GroupingSpec.ByFields(names(grouping));
            case "partial-key" -> new GroupingSpec.PartialKey(names(grouping));
            case "custom" -> new GroupingSpec.Custom(StandIn.grouping(grouping.text("class")));
            case "shuffle" -> new GroupingSpec.Shuffle();
            case "all" -> new GroupingSpec.All();
            case "global" -> new GroupingSpec.Global();
            case "none" -> new GroupingSpec.None();
            case "direct" -> new GroupingSpec.Direct();
            case "local-or-shuffle" -> new GroupingSpec.LocalOrShuffle();
            default ->
                throw new IllegalArgumentException(
                        "there is a grouping '" + kind + "', which this version does not know");
        };
    }

    private static dev.gale.api.Fields names(Fields of) {
        List<String> names = new ArrayList<>();
        for (Object name : of.list("fields")) {
            if (!(name instanceof String text)) {
                throw new IllegalArgumentException("the name of a field is " + name);
            }
            names.add(text);
        }
        return new dev.gale.api.Fields(names);
    }

    private static String word(ComponentKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ComponentKind kind(String word) {
        for (ComponentKind kind : ComponentKind.values()) {
            if (word(kind).equals(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "there is a '" + word + "' among the components, which is neither spout nor bolt");
    }
}
