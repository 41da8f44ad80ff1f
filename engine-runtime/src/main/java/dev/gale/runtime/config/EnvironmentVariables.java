package dev.gale.runtime.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Environment variables as configuration. The rule for their names is in the description of this package. */
public final class EnvironmentVariables {
    private static final String PREFIX = "GALE_";

    /** What scripts read and no key is about. */
    private static final Set<String> FOR_SCRIPTS = new TreeSet<>(Set.of(
            "GALE_HOME",
            "GALE_CONF",
            "GALE_CONF_DIR",
            "GALE_JAVA_OPTS",
            "GALE_JVM_OPTS",
            "GALE_LOCKED",
            "GALE_LOG_DIR",
            "GALE_LOG_LEVEL",
            "GALE_NEWER_JDK"));

    /** What Kubernetes puts into each container for a service whose name begins with gale. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("GALE_(.*_)?(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT_\\d+_(TCP|UDP|SCTP)(_.*)?)");

    private static final Pattern ADDRESS_OF_A_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    private static final Map<String, String> KEYS_BY_VARIABLE = ConfigKeys.ALL.stream()
            .map(ConfigKey::name)
            .collect(Collectors.toMap(EnvironmentVariables::nameOf, Function.identity()));

    private EnvironmentVariables() {}

    /** The variable for a key. */
    public static String nameOf(String key) {
        String own = key.startsWith("gale.") ? key.substring("gale.".length()) : key;
        return PREFIX + own.toUpperCase(Locale.ROOT).replace("-", "__").replace('.', '_');
    }

    /** Those of the variables that are ours, in the order of their names. */
    public static ConfigLayer layer(Map<String, String> variables) {
        List<ConfigEntry> entries = new ArrayList<>();
        new TreeMap<>(variables).forEach((variable, value) -> {
            if (variable.startsWith(PREFIX) && !FOR_SCRIPTS.contains(variable)) {
                String key = KEYS_BY_VARIABLE.get(variable);
                if (key != null) {
                    entries.add(new ConfigEntry(key, value, new Origin.Environment(variable)));
                } else if (!isOfAService(variable, value)) {
                    entries.add(new ConfigEntry(keyOf(variable), value, new Origin.Environment(variable)));
                }
            }
        });
        return ConfigLayer.of(entries, List.of());
    }

    private static boolean isOfAService(String variable, String value) {
        return OF_A_SERVICE.matcher(variable).matches()
                || variable.endsWith("_PORT")
                        && ADDRESS_OF_A_SERVICE.matcher(value).matches();
    }

    /** The key that has no capitals, whether it is known or not. */
    private static String keyOf(String variable) {
        return variable.substring(PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace("__", "-")
                .replace('_', '.');
    }
}
