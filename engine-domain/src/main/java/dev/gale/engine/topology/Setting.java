package dev.gale.engine.topology;

import static dev.gale.engine.topology.Setting.Scope.ANY_COMPONENT;
import static dev.gale.engine.topology.Setting.Scope.BOLT;
import static dev.gale.engine.topology.Setting.Scope.SPOUT;
import static dev.gale.engine.topology.Setting.Scope.TOPOLOGY;

import dev.gale.api.Config;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys under {@code topology.} that the engine knows. Their meaning is told in {@link Config}. */
enum Setting {
    WORKERS(Config.TOPOLOGY_WORKERS, TOPOLOGY, new ConfigValue.Whole(1, 32_000), 1),
    TASKS(Config.TOPOLOGY_TASKS, ANY_COMPONENT, new ConfigValue.Whole(1, TopologyValidator.MAX_TASKS), null),
    MAX_TASK_PARALLELISM(
            Config.TOPOLOGY_MAX_TASK_PARALLELISM, ANY_COMPONENT, new ConfigValue.Whole(1, Integer.MAX_VALUE), null),
    ACKER_EXECUTORS(
            Config.TOPOLOGY_ACKER_EXECUTORS, TOPOLOGY, new ConfigValue.Whole(0, TopologyValidator.MAX_TASKS), null),
    ACKER_PLACEMENT(
            Config.TOPOLOGY_ACKER_PLACEMENT, TOPOLOGY, new ConfigValue.Word(Set.of("spout", "dedicated")), null),
    MESSAGE_TIMEOUT_SECS(
            Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TOPOLOGY, new ConfigValue.Whole(1, Integer.MAX_VALUE), 30),
    ENABLE_MESSAGE_TIMEOUTS(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, TOPOLOGY, new ConfigValue.Flag(), true),
    MAX_SPOUT_PENDING(Config.TOPOLOGY_MAX_SPOUT_PENDING, SPOUT, new ConfigValue.Whole(1, Integer.MAX_VALUE), 10_000),
    TICK_TUPLE_FREQ_SECS(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, BOLT, new ConfigValue.Seconds(), null),
    EXECUTOR_RECEIVE_BUFFER_SIZE(
            Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, ANY_COMPONENT, new ConfigValue.Whole(1, 1 << 20), 4_096),
    EXECUTOR_OVERFLOW_LIMIT(
            Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, ANY_COMPONENT, new ConfigValue.Whole(1, Integer.MAX_VALUE), 4_096),
    PRODUCER_BATCH_SIZE(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, ANY_COMPONENT, new ConfigValue.Whole(1, 1 << 16), 128),
    TRANSFER_CREDIT_BYTES(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, TOPOLOGY, new ConfigValue.Whole(1, 1 << 30), 1 << 20),
    TUPLE_MAX_BYTES(Config.TOPOLOGY_TUPLE_MAX_BYTES, TOPOLOGY, new ConfigValue.Whole(1, 1 << 30), 8 << 20),
    KEY_GROUPS(Config.TOPOLOGY_KEY_GROUPS, TOPOLOGY, new ConfigValue.Whole(1, TopologySettings.MAX_KEY_GROUPS), 4_096),
    STRICT_VALUES(Config.TOPOLOGY_STRICT_VALUES, TOPOLOGY, new ConfigValue.Flag(), false),
    KRYO_REGISTER(Config.TOPOLOGY_KRYO_REGISTER, TOPOLOGY, new ConfigValue.Registrations(), List.of()),
    DEBUG(Config.TOPOLOGY_DEBUG, ANY_COMPONENT, new ConfigValue.Flag(), false),
    TASK_STUCK_SECS(Config.TOPOLOGY_TASK_STUCK_SECS, ANY_COMPONENT, new ConfigValue.Whole(1, Integer.MAX_VALUE), 60),
    WORKER_CHILDOPTS(Config.TOPOLOGY_WORKER_CHILDOPTS, TOPOLOGY, new ConfigValue.Options(), null);

    /** Whose config may hold a key, besides the topology's. */
    enum Scope {
        TOPOLOGY,
        ANY_COMPONENT,
        SPOUT,
        BOLT
    }

    private static final Map<String, Setting> BY_KEY = new TreeMap<>();

    static {
        for (Setting setting : values()) {
            BY_KEY.put(setting.key, setting);
        }
    }

    final String key;
    final Scope scope;
    final ConfigValue kind;

    /** Null: not set is a meaning of its own, and null in a config says so. */
    final @Nullable Object fallback;

    Setting(String key, Scope scope, ConfigValue kind, @Nullable Object fallback) {
        this.key = key;
        this.scope = scope;
        this.kind = kind;
        this.fallback = fallback;
    }

    static @Nullable Setting byKey(String key) {
        return BY_KEY.get(key);
    }

    static Set<String> keys() {
        return BY_KEY.keySet();
    }

    /** What to do about a value that is not of this kind. */
    String remedy() {
        return "give " + kind.wanted() + ", or leave it out for " + (fallback == null ? "none" : fallback);
    }
}
