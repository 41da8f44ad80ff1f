package dev.gale.distribution.config;

import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.Origin;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the configuration says about all topologies; a topology's own config comes before it. */
public final class TopologyDefaults {
    private TopologyDefaults() {}

    public static SortedMap<String, Object> of(Configuration configuration) {
        SortedMap<String, Object> defaults = new TreeMap<>();
        configuration
                .forTopology(Map.of())
                .forEach((key, value) -> defaults.put(key, typed(configuration.originOf(key), value)));
        return defaults;
    }

    /** A file has types; variables and flags are texts. */
    private static Object typed(Origin origin, Object value) {
        boolean isText = !(origin instanceof Origin.File) && value instanceof String;
        return isText ? FlagValue.parse((String) value) : value;
    }
}
