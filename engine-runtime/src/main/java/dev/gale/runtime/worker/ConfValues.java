package dev.gale.runtime.worker;

import dev.gale.api.ComponentSpec;
import dev.gale.engine.topology.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks that a configuration holds what can be written down: null, text, numbers, booleans, lists and maps of these. */
final class ConfValues {
    /** Deeper than anybody writes, and less deep than a stack is. */
    private static final int DEEPEST = 100;

    private ConfValues() {}

    static void check(Map<String, ?> conf, Consumer<Problem> problems) {
        conf.forEach((key, value) -> check("config '" + key + "'", value, 0, problems));
    }

    /** What one component declares, or the builder says for it. */
    static void check(ComponentSpec component, Consumer<Problem> problems) {
        for (Map<String, Object> conf : List.of(component.declaredConfig(), component.config())) {
            conf.forEach((key, value) ->
                    check("component '" + component.id() + "', config '" + key + "'", value, 0, problems));
        }
    }

    /** @return whether it is worth to look further, since the value does not contain itself */
    private static boolean check(String where, @Nullable Object value, int depth, Consumer<Problem> problems) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            return true;
        }
        if (depth > DEEPEST) {
            problems.accept(new Problem(
                    where,
                    "lists and maps are more than " + DEEPEST + " deep inside each other",
                    "see whether one contains itself"));
            return false;
        }
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().allMatch(of -> check(where, of, depth + 1, problems));
        }
        if (value instanceof Collection<?> list) {
            return list.stream().allMatch(of -> check(where, of, depth + 1, problems));
        }
        problems.accept(new Problem(
                where,
                "has a " + value.getClass().getName(),
                "use text, numbers, booleans, and lists and maps of these"));
        return true;
    }
}
