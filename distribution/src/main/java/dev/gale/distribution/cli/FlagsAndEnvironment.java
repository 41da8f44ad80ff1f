package dev.gale.distribution.cli;

import dev.gale.control.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A configuration of flags and environment variables alone, for as long as no file is read. */
final class FlagsAndEnvironment implements ConfigSource {
    private static final List<String> KEYS =
            List.of(ClientKeys.SEEDS, ClientKeys.TOKEN, ClientKeys.TRUST_STORE, ClientKeys.TRUST_STORE_PASSWORD);

    private final Map<String, String> environment;

    FlagsAndEnvironment(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Map<String, Object> values(Map<String, String> flags) {
        Map<String, Object> values = new TreeMap<>();
        KEYS.forEach(key -> {
            String value = environment.get(variable(key));
            if (value != null) {
                values.put(key, value);
            }
        });
        flags.forEach((key, value) -> values.put(key, FlagValue.parse(value)));
        return values;
    }

    @Override
    public List<ConfigValue> effective(Map<String, String> flags) {
        List<ConfigValue> effective = new ArrayList<>();
        values(flags)
                .forEach((key, value) -> effective.add(new ConfigValue(
                        key,
                        key.endsWith("token") || key.endsWith("password") ? ConfigValue.HIDDEN : value,
                        flags.containsKey(key) ? "-c" : variable(key))));
        return effective;
    }

    @Override
    public List<String> problems(Map<String, String> flags) {
        return List.of();
    }

    /** As in {@code GALE_NIMBUS_SEEDS}. */
    private static String variable(String key) {
        return "GALE_" + key.toUpperCase(Locale.ROOT).replace("-", "__").replace('.', '_');
    }
}
