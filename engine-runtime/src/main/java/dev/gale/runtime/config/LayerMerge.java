package dev.gale.runtime.config;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Puts layers over each other, value by value, so that a higher one leaves the neighbours of its values alone. */
final class LayerMerge {
    private final TreeMap<String, ConfigEntry> merged = new TreeMap<>();
    private final Consumer<ConfigProblem> problems;

    private LayerMerge(Consumer<ConfigProblem> problems) {
        this.problems = problems;
    }

    static NavigableMap<String, ConfigEntry> of(List<ConfigLayer> layers, Consumer<ConfigProblem> problems) {
        LayerMerge merge = new LayerMerge(problems);
        layers.forEach(merge::add);
        Sections.check(merge.merged, problems);
        return merge.merged;
    }

    private void add(ConfigLayer layer) {
        for (ConfigKeys.SecretSource source : ConfigKeys.SECRET_FILES) {
            // A secret and the file of that secret are one value: the higher layer says which of them holds.
            if (layer.entries().stream().anyMatch(source::has)) {
                merged.remove(source.secret().name());
                merged.remove(source.file().name());
            }
        }
        layer.entries().forEach(this::add);
    }

    private void add(ConfigEntry entry) {
        ConfigKey<Map<String, Integer>> machines = ConfigKeys.ISOLATION_MACHINES;
        if (entry.key().equals(machines.name())) {
            machines.convert(entry, problems).orElse(Map.of()).forEach((name, count) -> {
                String key = machines.name() + "." + name;
                merged.put(key, new ConfigEntry(key, count, entry.origin()));
            });
        } else if (entry.value() instanceof Map<?, ?>) {
            merged.putIfAbsent(entry.key(), entry);
        } else {
            merged.put(entry.key(), entry);
        }
    }
}
