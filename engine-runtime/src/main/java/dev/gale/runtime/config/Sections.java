package dev.gale.runtime.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keys with dots as sections within sections, which is how adapters read theirs. */
final class Sections {
    private Sections() {}

    /** What lies below {@code prefix}, which ends with a dot. */
    static Map<String, @Nullable Object> nest(String prefix, Map<String, ConfigEntry> entries) {
        Map<String, @Nullable Object> section = new LinkedHashMap<>();
        entries.forEach((key, entry) -> {
            if (key.startsWith(prefix)) {
                put(section, key.substring(prefix.length()), entry.value());
            }
        });
        return section;
    }

    /** Reports what is a value and a section at once: {@code tls} and {@code tls.key-store}. */
    static void check(NavigableMap<String, ConfigEntry> entries, Consumer<ConfigProblem> problems) {
        entries.forEach((key, entry) -> {
            Map.Entry<String, ConfigEntry> inside = entries.ceilingEntry(key + ".");
            boolean isAdapters = !ConfigKeys.contains(key) && !key.startsWith("topology.");
            boolean isValue = isAdapters && entry.value() != null && !(entry.value() instanceof Map<?, ?>);
            if (isValue && inside != null && inside.getKey().startsWith(key + ".")) {
                problems.accept(new ConfigProblem(
                        entry.origin(),
                        key,
                        "is a value here, and a section with " + inside.getKey() + " at "
                                + inside.getValue().origin()));
            }
        });
    }

    @SuppressWarnings("unchecked") // maps inside are those made here; an empty one of an entry is replaced
    private static void put(Map<String, @Nullable Object> section, String path, @Nullable Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            section.putIfAbsent(path, value);
            return;
        }
        String name = path.substring(0, dot);
        Object inner = section.get(name);
        if (!(inner instanceof LinkedHashMap<?, ?>)) {
            inner = new LinkedHashMap<String, @Nullable Object>();
            section.put(name, inner);
        }
        put((Map<String, @Nullable Object>) inner, path.substring(dot + 1), value);
    }
}
