package dev.gale.runtime.config;

import dev.gale.spi.plugin.ConfigSection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The configuration that holds: checked, typed, and each value with its origin. Never changes. */
public final class Configuration {
    private static final String TOPOLOGY = "topology.";

    private final Map<String, Object> typed;
    private final Map<String, ConfigEntry> others;
    private final Map<String, Origin> origins;

    /**
     * @param typed the values of known keys that somebody set
     * @param others what is passed on as it was written, to adapters and topologies
     * @param origins of both
     */
    Configuration(Map<String, Object> typed, Map<String, ConfigEntry> others, Map<String, Origin> origins) {
        this.typed = Collections.unmodifiableMap(new TreeMap<>(typed));
        this.others = Collections.unmodifiableMap(new TreeMap<>(others));
        this.origins = Collections.unmodifiableMap(new TreeMap<>(origins));
    }

    /**
     * The value of a key that has a default.
     *
     * @throws IllegalArgumentException if it has none and nobody set it
     */
    public <T> T get(ConfigKey<T> key) {
        return find(key)
                .orElseThrow(() -> new IllegalArgumentException(key.name() + " has no default and nobody set it"));
    }

    /** The value of a key: what somebody set, or its default. */
    @SuppressWarnings("unchecked") // the reader put what the key's own type made
    public <T> Optional<T> find(ConfigKey<T> key) {
        Object set = typed.get(key.name());
        if (set != null) {
            return Optional.of((T) set);
        }
        ConfigKey<T> sameAs = key.sameAs();
        return key.fallback().or(() -> sameAs == null ? Optional.empty() : find(sameAs));
    }

    /** Where the value of any key came from, the key of an adapter such as {@code zookeeper.connect} included. */
    public Origin originOf(String key) {
        Origin origin = origins.get(key);
        return origin == null ? new Origin.Default() : origin;
    }

    /** An adapter's own settings, as they were written; without settings when there are none. */
    public ConfigSection section(String adapter) {
        return ConfigSection.of(adapter, Sections.nest(adapter + ".", others));
    }

    /** The config of a topology: the {@code topology.} keys that are set here, and over them its own. */
    public Map<String, Object> forTopology(Map<String, ?> own) {
        Map<String, Object> config = new TreeMap<>();
        others.forEach((key, entry) -> {
            if (key.startsWith(TOPOLOGY) && entry.value() != null) {
                config.put(key, entry.value());
            }
        });
        config.putAll(own);
        return config;
    }

    /** Where the value of a {@code topology.} key came from, for a topology with this config of its own. */
    public Origin originFor(Map<String, ?> own, String key) {
        return own.containsKey(key) ? new Origin.Topology() : originOf(key);
    }

    /**
     * Every value that holds, in order: of known keys, set or not, and of others that somebody set. Texts for adapters are not shown,
     * since only they know which of them are secret.
     */
    public List<EffectiveValue> effective() {
        List<EffectiveValue> all = new ArrayList<>();
        for (ConfigKey<?> key : ConfigKeys.ALL) {
            String shown = find(key)
                    .map(value -> key.type().secret() ? "***" : value.toString())
                    .orElse("");
            all.add(new EffectiveValue(key.name(), shown, originOf(key.name())));
        }
        others.forEach((key, entry) -> all.add(new EffectiveValue(key, shown(key, entry.value()), entry.origin())));
        return List.copyOf(all);
    }

    /** The keys only; a value may be a secret. */
    @Override
    public String toString() {
        return "configuration of " + origins.keySet();
    }

    private static String shown(String key, @Nullable Object value) {
        boolean harmless = value == null || value instanceof Number || value instanceof Boolean;
        return harmless || key.startsWith(TOPOLOGY) ? String.valueOf(value) : "***";
    }
}
