package dev.gale.runtime.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The flags {@code -c key=value}. Of several for one key the last one holds. */
public final class Flags {
    private Flags() {}

    /** @param flags what stands behind each {@code -c} */
    public static ConfigLayer layer(List<String> flags) {
        Map<String, ConfigEntry> byKey = new LinkedHashMap<>();
        List<ConfigProblem> problems = new ArrayList<>();
        for (int i = 0; i < flags.size(); i++) {
            String flag = flags.get(i);
            Origin origin = new Origin.Flag(i + 1);
            int equals = flag.indexOf('=');
            if (equals <= 0) {
                // Not shown: it may be a secret that lost its key.
                problems.add(new ConfigProblem(origin, "", "expected key=value"));
            } else {
                String key = flag.substring(0, equals).trim();
                byKey.put(key, new ConfigEntry(key, flag.substring(equals + 1), origin));
            }
        }
        return new ConfigLayer(List.copyOf(byKey.values()), problems);
    }
}
