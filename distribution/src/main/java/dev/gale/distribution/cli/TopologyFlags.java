package dev.gale.distribution.cli;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Those of the {@code -c} flags that are for topologies; a topology's own config comes before them. */
final class TopologyFlags {
    private static final String PREFIX = "topology.";

    private TopologyFlags() {}

    static SortedMap<String, Object> of(Map<String, String> flags) {
        SortedMap<String, Object> mine = new TreeMap<>();
        flags.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                mine.put(key, FlagValue.parse(value));
            }
        });
        return mine;
    }
}
