package dev.gale.runtime.worker;

import dev.gale.engine.topology.Problem;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks that a configuration holds what can be written down: null, text, numbers, booleans, lists and maps of these. */
final class ConfValues {
    private ConfValues() {}

    static void check(Map<String, ?> conf, Consumer<Problem> problems) {
        conf.forEach((key, value) -> check(key, value, problems));
    }

    private static void check(String key, @Nullable Object value, Consumer<Problem> problems) {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((inner, of) -> check(key + "." + inner, of, problems));
        } else if (value instanceof Collection<?> list) {
            list.forEach(of -> check(key, of, problems));
        } else {
            problems.accept(new Problem(
                    "config '" + key + "'",
                    "has a " + value.getClass().getName(),
                    "use text, numbers, booleans, and lists and maps of these"));
        }
    }
}
