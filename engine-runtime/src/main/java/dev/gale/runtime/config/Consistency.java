package dev.gale.runtime.config;

import java.time.Duration;
import java.util.function.Consumer;

/** Values that are right by themselves and wrong together. */
final class Consistency {
    private Consistency() {}

    static void check(Configuration configuration, Consumer<ConfigProblem> problems) {
        shorter(configuration, ConfigKeys.WORKER_HEARTBEAT_FREQUENCY, ConfigKeys.SUPERVISOR_WORKER_TIMEOUT, problems);
        shorter(configuration, ConfigKeys.WORKER_BEAT_FREQUENCY, ConfigKeys.NIMBUS_TASK_TIMEOUT, problems);
        shorter(
                configuration,
                ConfigKeys.SUPERVISOR_HEARTBEAT_FREQUENCY,
                ConfigKeys.NIMBUS_SUPERVISOR_TIMEOUT,
                problems);
        needs(configuration, ConfigKeys.NIMBUS_API_KEY_STORE_PASSWORD, ConfigKeys.NIMBUS_API_KEY_STORE, problems);
        needs(configuration, ConfigKeys.NIMBUS_API_TRUST_STORE_PASSWORD, ConfigKeys.NIMBUS_API_TRUST_STORE, problems);
    }

    private static void needs(
            Configuration configuration, ConfigKey<?> key, ConfigKey<?> other, Consumer<ConfigProblem> problems) {
        if (configuration.find(key).isPresent() && configuration.find(other).isEmpty()) {
            problems.accept(new ConfigProblem(
                    configuration.originOf(key.name()), key.name(), "is set, and " + other.name() + " is not"));
        }
    }

    /** A sign of life that comes less often than it is waited for would let the living be taken for dead. */
    private static void shorter(
            Configuration configuration,
            ConfigKey<Duration> frequency,
            ConfigKey<Duration> timeout,
            Consumer<ConfigProblem> problems) {
        Duration between = configuration.get(frequency);
        Duration most = configuration.get(timeout);
        if (between.compareTo(most) >= 0) {
            Origin origin = configuration.originOf(frequency.name());
            problems.accept(new ConfigProblem(
                    origin instanceof Origin.Default ? configuration.originOf(timeout.name()) : origin,
                    frequency.name(),
                    "is " + seconds(between) + ", and " + timeout.name() + " is " + seconds(most)
                            + "; it must be shorter"));
        }
    }

    private static String seconds(Duration duration) {
        return duration.toNanos() / 1e9 + "s";
    }
}
