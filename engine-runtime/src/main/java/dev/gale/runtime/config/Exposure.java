package dev.gale.runtime.config;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Whether others than this host can reach the API, and then whether they need a token and are served by TLS; and whether a token for
 * looking only leaves changing to everybody. Judged by the text of the
 * address alone, without asking for names: what is not plainly loopback counts as open.
 */
public final class Exposure {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}|::1|(0{1,4}:){7}0{0,3}1");

    private Exposure() {}

    public static boolean isLoopback(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return LOOPBACK.matcher(bare.toLowerCase(Locale.ROOT)).matches();
    }

    /** For whoever opens the API, before it does. */
    public static void check(Configuration configuration, Consumer<ConfigProblem> problems) {
        String bind = configuration.get(ConfigKeys.NIMBUS_API_BIND);
        if (!isLoopback(bind)) {
            require(configuration, bind, ConfigKeys.NIMBUS_API_TOKEN, problems);
            require(configuration, bind, ConfigKeys.NIMBUS_API_KEY_STORE, problems);
        } else if (configuration.find(ConfigKeys.NIMBUS_API_VIEWER_TOKEN).isPresent()
                && configuration.find(ConfigKeys.NIMBUS_API_TOKEN).isEmpty()) {
            String viewer = ConfigKeys.NIMBUS_API_VIEWER_TOKEN.name();
            problems.accept(new ConfigProblem(
                    configuration.originOf(viewer),
                    viewer,
                    "is set, and " + ConfigKeys.NIMBUS_API_TOKEN.name()
                            + " is not, so that everybody could change what runs; set both"));
        }
    }

    private static void require(
            Configuration configuration, String bind, ConfigKey<?> key, Consumer<ConfigProblem> problems) {
        if (configuration.find(key).isEmpty()) {
            problems.accept(new ConfigProblem(
                    origin(configuration),
                    key.name(),
                    "is not set, and others can reach " + bind + "; set it, or leave "
                            + ConfigKeys.NIMBUS_API_BIND.name() + " at 127.0.0.1"));
        }
    }

    /** That of the bind address, which may be the one for everything. */
    private static Origin origin(Configuration configuration) {
        Origin own = configuration.originOf(ConfigKeys.NIMBUS_API_BIND.name());
        return own instanceof Origin.Default ? configuration.originOf(ConfigKeys.BIND_HOST.name()) : own;
    }
}
