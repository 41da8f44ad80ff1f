package dev.gale.runtime.config;

import static dev.gale.runtime.config.ConfigType.whole;

import dev.gale.spi.metadata.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every key of the daemons, with what it takes and what holds when nobody sets it. {@code conf/gale.yaml} says what each is for, in
 * this order; a test holds the two together. Keys under {@code topology.} are those of {@link dev.gale.api.Config}, and an adapter's
 * section is the adapter's.
 */
public final class ConfigKeys {
    public static final ConfigKey<String> METADATA_STORE =
            ConfigKey.of("metadata.store", ConfigType.ADAPTER, "zookeeper");
    public static final ConfigKey<String> METADATA_ROOT = ConfigKey.of(
            "metadata.root", ConfigType.text("a key of the store, such as /gale", ConfigKeys::isKey), "/gale");
    public static final ConfigKey<String> TRANSPORT = ConfigKey.of("transport", ConfigType.ADAPTER, "netty");
    public static final ConfigKey<String> HEARTBEAT = ConfigKey.of("heartbeat", ConfigType.ADAPTER, "localfile");

    public static final ConfigKey<String> LOCAL_DIR = ConfigKey.of("gale.local.dir", ConfigType.TEXT, "gale-local");
    public static final ConfigKey<String> BIND_HOST = ConfigKey.of("gale.bind.host", ConfigType.HOST, "127.0.0.1");
    public static final ConfigKey<String> HOST = ConfigKey.sameAs(BIND_HOST, "gale.host");

    public static final ConfigKey<List<String>> NIMBUS_SEEDS =
            ConfigKey.of("nimbus.seeds", ConfigType.SEEDS, List.of("127.0.0.1:7070"));
    public static final ConfigKey<String> NIMBUS_API_BIND = ConfigKey.sameAs(BIND_HOST, "nimbus.api.bind");
    /** 0 is for tests: any port that is free. */
    public static final ConfigKey<Integer> NIMBUS_API_PORT = ConfigKey.of("nimbus.api.port", whole(0, 65_535), 7070);

    public static final ConfigKey<Secret> NIMBUS_API_TOKEN = ConfigKey.optional("nimbus.api.token", ConfigType.SECRET);
    public static final ConfigKey<String> NIMBUS_API_TOKEN_FILE = file(NIMBUS_API_TOKEN);
    public static final ConfigKey<Secret> NIMBUS_API_VIEWER_TOKEN =
            ConfigKey.optional("nimbus.api.viewer.token", ConfigType.SECRET);
    public static final ConfigKey<String> NIMBUS_API_VIEWER_TOKEN_FILE = file(NIMBUS_API_VIEWER_TOKEN);
    public static final ConfigKey<String> NIMBUS_API_KEY_STORE =
            ConfigKey.optional("nimbus.api.tls.key-store", ConfigType.TEXT);
    public static final ConfigKey<Secret> NIMBUS_API_KEY_STORE_PASSWORD =
            ConfigKey.optional("nimbus.api.tls.key-store-password", ConfigType.SECRET);
    public static final ConfigKey<String> NIMBUS_API_KEY_STORE_PASSWORD_FILE = file(NIMBUS_API_KEY_STORE_PASSWORD);
    public static final ConfigKey<String> NIMBUS_API_TRUST_STORE =
            ConfigKey.optional("nimbus.api.tls.trust-store", ConfigType.TEXT);
    public static final ConfigKey<Secret> NIMBUS_API_TRUST_STORE_PASSWORD =
            ConfigKey.optional("nimbus.api.tls.trust-store-password", ConfigType.SECRET);
    public static final ConfigKey<String> NIMBUS_API_TRUST_STORE_PASSWORD_FILE = file(NIMBUS_API_TRUST_STORE_PASSWORD);

    public static final ConfigKey<Duration> NIMBUS_TASK_TIMEOUT = seconds("nimbus.task.timeout.secs", 30);
    public static final ConfigKey<Duration> NIMBUS_TASK_LAUNCH = seconds("nimbus.task.launch.secs", 120);
    public static final ConfigKey<Duration> NIMBUS_SUPERVISOR_TIMEOUT = seconds("nimbus.supervisor.timeout.secs", 60);
    public static final ConfigKey<Duration> NIMBUS_MONITOR_FREQ = seconds("nimbus.monitor.freq.secs", 10);
    public static final ConfigKey<Duration> NIMBUS_INBOX_JAR_EXPIRATION =
            seconds("nimbus.inbox.jar.expiration.secs", 3_600);
    public static final ConfigKey<Duration> NIMBUS_CLEANUP_INBOX_FREQ = seconds("nimbus.cleanup.inbox.freq.secs", 600);
    public static final ConfigKey<Long> NIMBUS_UPLOAD_MAX_BYTES =
            ConfigKey.of("nimbus.upload.max.bytes", ConfigType.SIZE_IN_BYTES, 1L << 30);
    public static final ConfigKey<Integer> NIMBUS_SLOTS_PER_TOPOLOGY =
            ConfigKey.optional("nimbus.slots.perTopology", whole(1, Integer.MAX_VALUE));
    public static final ConfigKey<Integer> NIMBUS_EXECUTORS_PER_TOPOLOGY =
            ConfigKey.optional("nimbus.executors.perTopology", whole(1, Integer.MAX_VALUE));
    public static final ConfigKey<Map<String, Integer>> ISOLATION_MACHINES =
            ConfigKey.of("isolation.scheduler.machines", ConfigType.COUNTS, Map.of());
    public static final ConfigKey<List<String>> NIMBUS_CHILDOPTS =
            ConfigKey.of("nimbus.childopts", ConfigType.ARGUMENTS, List.of("-Xmx1024m"));

    public static final ConfigKey<List<Integer>> SUPERVISOR_SLOTS_PORTS =
            ConfigKey.of("supervisor.slots.ports", ConfigType.PORTS, List.of(6700, 6701, 6702, 6703));
    public static final ConfigKey<Duration> SUPERVISOR_WORKER_TIMEOUT = seconds("supervisor.worker.timeout.secs", 30);
    public static final ConfigKey<Duration> SUPERVISOR_WORKER_START_TIMEOUT =
            seconds("supervisor.worker.start.timeout.secs", 120);
    public static final ConfigKey<Duration> SUPERVISOR_WORKER_SHUTDOWN_GRACE =
            ConfigKey.of("supervisor.worker.shutdown.grace.secs", ConfigType.DURATION_OR_ZERO, Duration.ofSeconds(15));
    public static final ConfigKey<Duration> SUPERVISOR_HEARTBEAT_FREQUENCY =
            seconds("supervisor.heartbeat.frequency.secs", 5);
    public static final ConfigKey<Duration> SUPERVISOR_LOG_RETENTION =
            ConfigKey.of("supervisor.log.retention.secs", ConfigType.DURATION_OR_ZERO, Duration.ofDays(7));
    public static final ConfigKey<String> SUPERVISOR_ID = ConfigKey.optional(
            "supervisor.id",
            ConfigType.text(
                    "a name of letters, digits, dots, dashes and underscores",
                    id -> id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")));
    public static final ConfigKey<List<String>> SUPERVISOR_CHILDOPTS =
            ConfigKey.of("supervisor.childopts", ConfigType.ARGUMENTS, List.of("-Xmx256m"));

    public static final ConfigKey<List<String>> WORKER_CHILDOPTS =
            ConfigKey.of("worker.childopts", ConfigType.ARGUMENTS, List.of("-Xmx%HEAP-MEM%m"));
    public static final ConfigKey<Integer> WORKER_HEAP_MEGABYTES =
            ConfigKey.of("worker.heap.memory.mb", whole(1, 1 << 20), 768);
    public static final ConfigKey<Duration> WORKER_HEARTBEAT_FREQUENCY = seconds("worker.heartbeat.frequency.secs", 1);
    public static final ConfigKey<Duration> WORKER_BEAT_FREQUENCY = seconds("worker.beat.frequency.secs", 5);

    /** All of them, in the order of {@code gale.yaml}. */
    public static final List<ConfigKey<?>> ALL = List.of(
            METADATA_STORE,
            METADATA_ROOT,
            TRANSPORT,
            HEARTBEAT,
            LOCAL_DIR,
            BIND_HOST,
            HOST,
            NIMBUS_SEEDS,
            NIMBUS_API_BIND,
            NIMBUS_API_PORT,
            NIMBUS_API_TOKEN,
            NIMBUS_API_TOKEN_FILE,
            NIMBUS_API_VIEWER_TOKEN,
            NIMBUS_API_VIEWER_TOKEN_FILE,
            NIMBUS_API_KEY_STORE,
            NIMBUS_API_KEY_STORE_PASSWORD,
            NIMBUS_API_KEY_STORE_PASSWORD_FILE,
            NIMBUS_API_TRUST_STORE,
            NIMBUS_API_TRUST_STORE_PASSWORD,
            NIMBUS_API_TRUST_STORE_PASSWORD_FILE,
            NIMBUS_TASK_TIMEOUT,
            NIMBUS_TASK_LAUNCH,
            NIMBUS_SUPERVISOR_TIMEOUT,
            NIMBUS_MONITOR_FREQ,
            NIMBUS_INBOX_JAR_EXPIRATION,
            NIMBUS_CLEANUP_INBOX_FREQ,
            NIMBUS_UPLOAD_MAX_BYTES,
            NIMBUS_SLOTS_PER_TOPOLOGY,
            NIMBUS_EXECUTORS_PER_TOPOLOGY,
            ISOLATION_MACHINES,
            NIMBUS_CHILDOPTS,
            SUPERVISOR_SLOTS_PORTS,
            SUPERVISOR_WORKER_TIMEOUT,
            SUPERVISOR_WORKER_START_TIMEOUT,
            SUPERVISOR_WORKER_SHUTDOWN_GRACE,
            SUPERVISOR_HEARTBEAT_FREQUENCY,
            SUPERVISOR_LOG_RETENTION,
            SUPERVISOR_ID,
            SUPERVISOR_CHILDOPTS,
            WORKER_CHILDOPTS,
            WORKER_HEAP_MEGABYTES,
            WORKER_HEARTBEAT_FREQUENCY,
            WORKER_BEAT_FREQUENCY);

    /** The secrets that a file may hold instead, each with the key that names the file. */
    static final List<SecretSource> SECRET_FILES = List.of(
            new SecretSource(NIMBUS_API_TOKEN, NIMBUS_API_TOKEN_FILE),
            new SecretSource(NIMBUS_API_VIEWER_TOKEN, NIMBUS_API_VIEWER_TOKEN_FILE),
            new SecretSource(NIMBUS_API_KEY_STORE_PASSWORD, NIMBUS_API_KEY_STORE_PASSWORD_FILE),
            new SecretSource(NIMBUS_API_TRUST_STORE_PASSWORD, NIMBUS_API_TRUST_STORE_PASSWORD_FILE));

    private static final Map<String, ConfigKey<?>> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(ConfigKey::name, Function.identity()));

    /** The keys that name an adapter, whose section may then be there. */
    static final List<ConfigKey<String>> ADAPTERS = List.of(METADATA_STORE, TRANSPORT, HEARTBEAT);

    record SecretSource(ConfigKey<Secret> secret, ConfigKey<String> file) {
        boolean has(ConfigEntry entry) {
            return entry.key().equals(secret.name()) || entry.key().equals(file.name());
        }
    }

    private ConfigKeys() {}

    /** Whether there is a key of that name, {@code topology.} aside. */
    public static boolean contains(String name) {
        return BY_NAME.containsKey(name);
    }

    private static ConfigKey<Duration> seconds(String name, int fallback) {
        return ConfigKey.of(name, ConfigType.DURATION, Duration.ofSeconds(fallback));
    }

    private static ConfigKey<String> file(ConfigKey<Secret> secret) {
        return ConfigKey.optional(secret.name() + ".file", ConfigType.TEXT);
    }

    private static boolean isKey(String text) {
        try {
            Key.of(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
