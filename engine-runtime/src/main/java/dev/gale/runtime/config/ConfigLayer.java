package dev.gale.runtime.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one source says: a file, the environment, the flags.
 *
 * @param entries in the order of the source, each key once
 * @param problems what could not be understood
 */
public record ConfigLayer(List<ConfigEntry> entries, List<ConfigProblem> problems) {
    public ConfigLayer {
        entries = List.copyOf(entries);
        problems = List.copyOf(problems);
    }

    /** Of entries that may have a key twice, which is one problem more. */
    public static ConfigLayer of(List<ConfigEntry> entries, List<ConfigProblem> problems) {
        Map<String, ConfigEntry> byKey = new LinkedHashMap<>();
        List<ConfigProblem> all = new ArrayList<>(problems);
        for (ConfigEntry entry : entries) {
            ConfigEntry before = byKey.putIfAbsent(entry.key(), entry);
            if (before != null) {
                all.add(new ConfigProblem(
                        entry.origin(), entry.key(), "is there twice; the other is at " + before.origin()));
            }
        }
        return new ConfigLayer(List.copyOf(byKey.values()), all);
    }
}
