package dev.gale.runtime.config;

import dev.gale.engine.topology.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Tells keys that somebody will read from keys that nobody will. */
final class KnownKeys {
    private static final String TOPOLOGY = "topology.";
    private static final String MACHINES = ConfigKeys.ISOLATION_MACHINES.name() + ".";

    private final List<String> sections;

    /** @param sections the names of adapters, whose keys are theirs to judge */
    KnownKeys(Collection<String> sections) {
        this.sections = List.copyOf(sections);
    }

    void check(ConfigEntry entry, Consumer<ConfigProblem> problems) {
        String key = entry.key();
        if (ConfigKeys.contains(key) || key.startsWith(TOPOLOGY) || key.startsWith(MACHINES)) {
            return;
        }
        if (sections.contains(key)) {
            if (entry.value() != null && !(entry.value() instanceof Map<?, ?>)) {
                problems.accept(new ConfigProblem(
                        entry.origin(), key, "is the section of an adapter; its settings stand below it"));
            }
            return;
        }
        if (sections.stream().noneMatch(section -> key.startsWith(section + "."))) {
            problems.accept(new ConfigProblem(entry.origin(), key, "unknown key, " + remedy(key)));
        }
    }

    private String remedy(String key) {
        return StormKeys.here(key)
                .map(here -> "which in Storm is what " + here + " is here")
                .orElseGet(() -> Nearest.remedy(key, candidates(key)));
    }

    /** The known keys, and this one with its first part replaced by the name of each section. */
    private TreeSet<String> candidates(String key) {
        TreeSet<String> candidates = new TreeSet<>();
        ConfigKeys.ALL.forEach(known -> candidates.add(known.name()));
        int dot = key.indexOf('.');
        sections.forEach(section -> candidates.add(dot < 0 ? section : section + key.substring(dot)));
        return candidates;
    }
}
