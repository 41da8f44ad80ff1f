package dev.gale.runtime.config;

import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.TopologySettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** Makes one configuration of layers: merges, converts and checks, and reports every problem together. */
public final class ConfigurationReader {
    private static final String TOPOLOGY = "topology.";
    private static final String MACHINES = ConfigKeys.ISOLATION_MACHINES.name() + ".";

    private final List<ConfigProblem> problems = new ArrayList<>();
    private final Map<String, Object> typed = new TreeMap<>();
    private final Map<String, ConfigEntry> others = new TreeMap<>();
    private final Map<String, Origin> origins = new TreeMap<>();
    private final SecretFiles secretFiles;

    private ConfigurationReader(SecretFiles secretFiles) {
        this.secretFiles = secretFiles;
    }

    /**
     * @param layers low to high
     * @param adapters names of the adapters that are there, whose sections may stand in a file whether they are used or not
     * @throws ConfigException with every problem
     */
    public static Configuration read(List<ConfigLayer> layers, Set<String> adapters, SecretFiles secretFiles) {
        return new ConfigurationReader(secretFiles).readAll(layers, adapters);
    }

    private Configuration readAll(List<ConfigLayer> layers, Set<String> adapters) {
        layers.forEach(layer -> problems.addAll(layer.problems()));
        NavigableMap<String, ConfigEntry> merged = LayerMerge.of(layers, problems::add);
        merged.forEach((key, entry) -> origins.put(key, entry.origin()));
        ConfigKeys.ALL.forEach(key -> convert(key, merged));
        convertMachines(merged);
        ConfigKeys.SECRET_FILES.forEach(this::readSecret);
        refuseUnknown(layers, adapters);
        pickOthers(merged);
        checkTopologyKeys();
        Configuration configuration = new Configuration(typed, others, origins);
        if (problems.isEmpty()) {
            Consistency.check(configuration, problems::add);
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return configuration;
    }

    private <T> void convert(ConfigKey<T> key, Map<String, ConfigEntry> merged) {
        ConfigEntry entry = merged.get(key.name());
        if (entry != null) {
            key.convert(entry, problems::add).ifPresent(value -> typed.put(key.name(), value));
        }
    }

    private void convertMachines(NavigableMap<String, ConfigEntry> merged) {
        Map<String, Integer> machines = new TreeMap<>();
        merged.tailMap(MACHINES, false).forEach((key, entry) -> {
            if (key.startsWith(MACHINES)) {
                ConfigKey<Integer> one = ConfigKey.optional(key, ConfigType.whole(1, Integer.MAX_VALUE));
                one.convert(entry, problems::add)
                        .ifPresent(count -> machines.put(key.substring(MACHINES.length()), count));
                origins.put(ConfigKeys.ISOLATION_MACHINES.name(), entry.origin());
            }
        });
        if (!machines.isEmpty()) {
            typed.put(ConfigKeys.ISOLATION_MACHINES.name(), Collections.unmodifiableMap(machines));
        }
    }

    private void readSecret(ConfigKeys.SecretSource source) {
        Object file = typed.get(source.file().name());
        if (file == null) {
            return;
        }
        Origin origin = origin(source.file().name());
        if (typed.containsKey(source.secret().name())) {
            problems.add(new ConfigProblem(
                    origin,
                    source.file().name(),
                    "is set, and so is " + source.secret().name() + "; leave one of them out"));
            return;
        }
        try {
            String text = secretFiles.read((String) file);
            if (text.isBlank()) {
                problems.add(new ConfigProblem(origin, source.file().name(), "names a file without content"));
            } else {
                typed.put(source.secret().name(), new Secret(text));
                origins.put(source.secret().name(), origin);
            }
        } catch (IOException e) {
            problems.add(new ConfigProblem(
                    origin, source.file().name(), "names a file that cannot be read: " + e.getMessage()));
        }
    }

    /** Looks at every layer, so that a mistake does not hide behind a higher layer that makes the same one. */
    private void refuseUnknown(List<ConfigLayer> layers, Set<String> adapters) {
        Set<String> sections = new LinkedHashSet<>(adapters);
        for (ConfigKey<String> port : ConfigKeys.ADAPTERS) {
            sections.add(
                    (String) typed.getOrDefault(port.name(), port.fallback().orElse("")));
        }
        KnownKeys known = new KnownKeys(sections);
        for (ConfigLayer layer : layers) {
            layer.entries().forEach(entry -> known.check(entry, problems::add));
        }
    }

    private void pickOthers(Map<String, ConfigEntry> merged) {
        merged.forEach((key, entry) -> {
            if (!ConfigKeys.contains(key) && !key.startsWith(MACHINES)) {
                others.put(key, entry);
            }
        });
    }

    /** Each by itself, so that it is told where it stands, and then together. */
    private void checkTopologyKeys() {
        Map<String, Object> all = new TreeMap<>();
        Set<Problem> known = new LinkedHashSet<>();
        others.forEach((key, entry) -> {
            if (key.startsWith(TOPOLOGY)) {
                all.put(key, entry.value());
                TopologySettings.read(Collections.singletonMap(key, entry.value()), problem -> {
                    known.add(problem);
                    report(entry.origin(), problem);
                });
            }
        });
        TopologySettings.read(all, problem -> {
            if (!known.contains(problem)) {
                report(new Origin.Default(), problem);
            }
        });
    }

    private void report(Origin origin, Problem problem) {
        problems.add(new ConfigProblem(origin, "", problem.what() + "; " + problem.remedy()));
    }

    private Origin origin(String key) {
        return origins.getOrDefault(key, new Origin.Default());
    }
}
