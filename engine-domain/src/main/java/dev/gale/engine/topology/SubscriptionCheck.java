package dev.gale.engine.topology;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.StreamSpec;
import dev.gale.api.Subscription;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks the inputs of one component against what their sources declare. */
final class SubscriptionCheck {
    interface Report {
        void problem(String where, String what, String remedy);
    }

    private final ComponentSpec component;
    private final Map<String, List<ComponentSpec>> byId;
    private final Report report;
    private final Set<StreamId> seen = new HashSet<>();
    private boolean anyByFields;

    SubscriptionCheck(ComponentSpec component, Map<String, List<ComponentSpec>> byId, Report report) {
        this.component = component;
        this.byId = byId;
        this.report = report;
    }

    /** Whether keys decide for one of the inputs checked so far. */
    boolean anyByFields() {
        return anyByFields;
    }

    void check(Subscription input) {
        String stream = "stream '" + input.stream() + "' of '" + input.component() + "'";
        anyByFields |= input.grouping() instanceof GroupingSpec.ByFields;
        if (!seen.add(new StreamId(input.component(), input.stream()))) {
            report("subscribes to " + stream + " twice and would get each tuple twice", "remove one of the groupings");
        }
        List<ComponentSpec> sources = byId.get(input.component());
        if (sources == null) {
            report(
                    "subscribes to " + stream + ", but there is no component '" + input.component() + "'",
                    Nearest.remedy(input.component(), byId.keySet()));
            return;
        }
        Map<String, StreamSpec> outputs = new TreeMap<>();
        sources.forEach(source -> outputs.putAll(source.outputs()));
        StreamSpec declared = outputs.get(input.stream());
        if (declared == null) {
            report(
                    "subscribes to " + stream + ", which '" + input.component() + "' does not declare",
                    outputs.isEmpty()
                            ? "declare it in its declareOutputFields"
                            : Nearest.remedy(input.stream(), outputs.keySet()));
            return;
        }
        checkGrouping(input.grouping(), declared, stream);
    }

    private void checkGrouping(@Nullable GroupingSpec grouping, StreamSpec declared, String stream) {
        if (grouping == null || grouping instanceof GroupingSpec.Custom custom && custom.grouping() == null) {
            report("subscribes to " + stream + " by a grouping that is null", "give one");
            return;
        }
        boolean direct = grouping instanceof GroupingSpec.Direct;
        if (declared.direct() && !direct) {
            report(
                    "subscribes to " + stream + " by a grouping of kind "
                            + grouping.getClass().getSimpleName() + ", but that stream is direct",
                    "use directGrouping, or declare the stream without direct");
        } else if (direct && !declared.direct()) {
            report(
                    "subscribes to " + stream + " by a direct grouping, but that stream is not direct",
                    "declare the stream as direct, or use another grouping");
        }
        if (grouping instanceof GroupingSpec.ByFields byFields) {
            checkFields(byFields.fields(), declared.fields(), stream);
        } else if (grouping instanceof GroupingSpec.PartialKey partialKey) {
            checkFields(partialKey.fields(), declared.fields(), stream);
        }
    }

    private void checkFields(Fields wanted, Fields declared, String stream) {
        if (wanted.size() == 0) {
            report("groups " + stream + " by no field at all", "name a field, or use globalGrouping");
        }
        for (String field : wanted) {
            if (!declared.contains(field)) {
                report(
                        "groups " + stream + " by field '" + field + "', but its fields are " + declared,
                        Nearest.remedy(field, declared.toList()));
            }
        }
    }

    private void report(String what, String remedy) {
        report.problem(TopologyValidator.where(component), what, remedy);
    }
}
