package dev.gale.engine.topology;

import dev.gale.api.ComponentSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A topology's config, or that of one of its components: checked, converted and with defaults filled in. Keys that do not start with
 * {@code topology.} are passed on as they are. Immutable, as far as the author's own values are.
 */
public final class TopologySettings {
    /** The most that a key-group number and a task number can be multiplied in an int. */
    public static final int MAX_KEY_GROUPS = 1 << 15;

    private static final String PREFIX = "topology.";
    private static final String TOPOLOGY_CONFIG = "topology config";

    private final Map<String, @Nullable Object> merged;

    private TopologySettings(Map<String, @Nullable Object> merged) {
        this.merged = Collections.unmodifiableMap(merged);
    }

    /**
     * Reads a config that is already merged from everything that has a say for the whole topology.
     *
     * @param problems gets every problem; the settings returned have defaults in place of refused values
     */
    public static TopologySettings read(Map<String, ?> config, Consumer<Problem> problems) {
        Map<String, @Nullable Object> merged = new TreeMap<>();
        for (Setting setting : Setting.values()) {
            if (setting.fallback != null) {
                merged.put(setting.key, setting.fallback);
            }
        }
        put(config, TOPOLOGY_CONFIG, merged, problems);
        TopologySettings settings = new TopologySettings(merged);
        settings.checkAckers(problems);
        return settings;
    }

    /** @throws IllegalArgumentException naming every problem */
    public static TopologySettings of(Map<String, ?> config) {
        List<Problem> problems = new ArrayList<>();
        TopologySettings settings = read(config, problems::add);
        refuseIfAny(problems);
        return settings;
    }

    /**
     * The settings of one component: these, then what the component declares itself, then what the builder says.
     *
     * @param problems gets every problem of the two; refused values do not count
     */
    public TopologySettings forComponent(ComponentSpec component, Consumer<Problem> problems) {
        Map<String, @Nullable Object> own = new TreeMap<>(merged);
        if (component.isSpout()) {
            own.remove(Setting.TICK_TUPLE_FREQ_SECS.key);
        }
        String where = "component '" + component.id() + "'";
        put(allowed(component, component.declaredConfig(), where, problems), where, own, problems);
        put(allowed(component, component.config(), where, problems), where, own, problems);
        return new TopologySettings(own);
    }

    /** @throws IllegalArgumentException naming every problem */
    public TopologySettings forComponent(ComponentSpec component) {
        List<Problem> problems = new ArrayList<>();
        TopologySettings settings = forComponent(component, problems::add);
        refuseIfAny(problems);
        return settings;
    }

    /** Everything, by key, as plain values: what spouts and bolts get as their {@code conf}. Cannot be changed. */
    public Map<String, Object> merged() {
        return merged;
    }

    public int workers() {
        return whole(Setting.WORKERS);
    }

    public OptionalInt tasks() {
        return optionalWhole(Setting.TASKS);
    }

    public OptionalInt maxTaskParallelism() {
        return optionalWhole(Setting.MAX_TASK_PARALLELISM);
    }

    public AckerPlacement ackerPlacement() {
        Integer executors = (Integer) merged.get(Setting.ACKER_EXECUTORS.key);
        if (executors != null) {
            return executors == 0 ? AckerPlacement.NONE : AckerPlacement.DEDICATED;
        }
        return "dedicated".equals(merged.get(Setting.ACKER_PLACEMENT.key))
                ? AckerPlacement.DEDICATED
                : AckerPlacement.SPOUT;
    }

    /** The number of dedicated acker executors; 0 if ackers are not dedicated. */
    public int dedicatedAckers() {
        return ackerPlacement() == AckerPlacement.DEDICATED
                ? optionalWhole(Setting.ACKER_EXECUTORS).orElse(workers())
                : 0;
    }

    public Duration messageTimeout() {
        return Duration.ofSeconds(whole(Setting.MESSAGE_TIMEOUT_SECS));
    }

    public boolean timeoutsEnabled() {
        return flag(Setting.ENABLE_MESSAGE_TIMEOUTS);
    }

    public int maxSpoutPending() {
        return whole(Setting.MAX_SPOUT_PENDING);
    }

    public Optional<Duration> tickFrequency() {
        return Optional.ofNullable((Number) merged.get(Setting.TICK_TUPLE_FREQ_SECS.key))
                .map(seconds -> seconds instanceof Integer
                        ? Duration.ofSeconds(seconds.intValue())
                        : Duration.ofNanos(Math.round(seconds.doubleValue() * 1e9)));
    }

    public int receiveBufferSize() {
        return whole(Setting.EXECUTOR_RECEIVE_BUFFER_SIZE);
    }

    public int overflowLimit() {
        return whole(Setting.EXECUTOR_OVERFLOW_LIMIT);
    }

    public int producerBatchSize() {
        return whole(Setting.PRODUCER_BATCH_SIZE);
    }

    public int transferCreditBytes() {
        return whole(Setting.TRANSFER_CREDIT_BYTES);
    }

    public int tupleMaxBytes() {
        return whole(Setting.TUPLE_MAX_BYTES);
    }

    public int keyGroups() {
        return whole(Setting.KEY_GROUPS);
    }

    public boolean strictValues() {
        return flag(Setting.STRICT_VALUES);
    }

    public boolean debug() {
        return flag(Setting.DEBUG);
    }

    public Duration taskStuck() {
        return Duration.ofSeconds(whole(Setting.TASK_STUCK_SECS));
    }

    /** Options for the JVMs of the workers, after the host's own; names in them are not filled in yet. */
    public List<String> workerOptions() {
        return merged.get(Setting.WORKER_CHILDOPTS.key) instanceof List<?> options
                ? options.stream().map(String.class::cast).toList()
                : List.of();
    }

    /** In the order of the config, which decides their ids. */
    public List<SerializerSpec> serializers() {
        List<SerializerSpec> serializers = new ArrayList<>();
        for (Object item : (List<?>) value(Setting.KRYO_REGISTER)) {
            if (item instanceof Map<?, ?> map) {
                map.forEach((type, by) -> serializers.add(new SerializerSpec((String) type, Optional.of((String) by))));
            } else {
                serializers.add(new SerializerSpec((String) item, Optional.empty()));
            }
        }
        return List.copyOf(serializers);
    }

    /** The number of tasks that a component gets under these settings, which are its own: fixed at submit. */
    public int tasksOf(ComponentSpec component) {
        Integer declared = component.tasks();
        int wanted = declared == null ? tasks().orElse(component.parallelism()) : declared;
        return Math.min(wanted, maxTaskParallelism().orElse(wanted));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TopologySettings settings && merged.equals(settings.merged);
    }

    @Override
    public int hashCode() {
        return merged.hashCode();
    }

    @Override
    public String toString() {
        return merged.toString();
    }

    private void checkAckers(Consumer<Problem> problems) {
        Object placement = merged.get(Setting.ACKER_PLACEMENT.key);
        Integer executors = (Integer) merged.get(Setting.ACKER_EXECUTORS.key);
        if (placement == null || executors == null) {
            return;
        }
        if (placement.equals("spout") == (executors > 0)) {
            problems.accept(new Problem(
                    TOPOLOGY_CONFIG,
                    Setting.ACKER_PLACEMENT.key + " is " + placement + " and " + Setting.ACKER_EXECUTORS.key + " is "
                            + executors + ", which contradict each other",
                    "leave one of them out"));
        }
    }

    /** Puts what is right into {@code merged}, in order of keys, so that problems have the same order everywhere. */
    private static void put(
            Map<String, ?> config, String where, Map<String, @Nullable Object> merged, Consumer<Problem> problems) {
        Map<String, Object> sorted = new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
        sorted.putAll(config);
        sorted.forEach((key, value) -> {
            Setting setting = key == null ? null : Setting.byKey(key);
            if (key == null) {
                problems.accept(new Problem(where, "a key is null, its value " + shown(value), "give it a name"));
            } else if (setting != null) {
                put(setting, value, where, merged, problems);
            } else if (!key.startsWith(PREFIX)) {
                merged.put(key, value);
            } else if (StormSettings.contains(key)) {
                problems.accept(new Problem(
                        where, key + " is " + shown(value), "this setting of Storm is not used by Gale; remove it"));
            } else {
                problems.accept(new Problem(
                        where,
                        key + " is " + shown(value) + ", but there is no such setting",
                        sentence(Nearest.remedy(key, Setting.keys())) + " Keys of your own must not start with "
                                + PREFIX));
            }
        });
    }

    private static String sentence(String text) {
        return text.endsWith("?") ? text : text + ".";
    }

    private static void put(
            Setting setting,
            @Nullable Object value,
            String where,
            Map<String, @Nullable Object> merged,
            Consumer<Problem> problems) {
        if (value == null && setting.fallback == null) {
            merged.remove(setting.key);
            return;
        }
        Object converted = value == null ? null : setting.kind.convert(value);
        if (converted == null) {
            String complaint = value == null
                    ? ""
                    : setting.kind.complaint(value).map(it -> ": " + it).orElse("");
            problems.accept(new Problem(where, setting.key + " is " + shown(value) + complaint, setting.remedy()));
            return;
        }
        merged.put(setting.key, converted);
    }

    /** Without the keys that make no sense for this component. */
    private static Map<String, Object> allowed(
            ComponentSpec component, Map<String, Object> config, String where, Consumer<Problem> problems) {
        Map<String, Object> allowed = new LinkedHashMap<>();
        config.forEach((key, value) -> {
            Setting setting = key == null ? null : Setting.byKey(key);
            String remedy = setting == null ? null : whyNot(setting, component);
            if (setting == null || remedy == null) {
                allowed.put(key, value);
            } else {
                problems.accept(new Problem(where, setting.key + " is " + shown(value), remedy));
            }
        });
        return allowed;
    }

    private static @Nullable String whyNot(Setting setting, ComponentSpec component) {
        return switch (setting.scope) {
            case ANY_COMPONENT -> null;
            case TOPOLOGY -> "it holds for the whole topology; set it in the topology's config";
            case SPOUT -> component.isSpout() ? null : "it is for spouts and this is a bolt; remove it";
            case BOLT -> component.isSpout() ? "it is for bolts and this is a spout; remove it" : null;
        };
    }

    private static String shown(@Nullable Object value) {
        try {
            return value instanceof String ? "'" + value + "'" : String.valueOf(value);
        } catch (RuntimeException | StackOverflowError e) {
            // Such as a list that contains itself.
            return value == null ? "null" : "a " + value.getClass().getName() + " that cannot be shown";
        }
    }

    private static void refuseIfAny(List<Problem> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(Problem.describe(problems));
        }
    }

    private int whole(Setting setting) {
        return (Integer) value(setting);
    }

    private boolean flag(Setting setting) {
        return (Boolean) value(setting);
    }

    private OptionalInt optionalWhole(Setting setting) {
        Integer value = (Integer) merged.get(setting.key);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private Object value(Setting setting) {
        Object value = merged.get(setting.key);
        if (value == null) {
            throw new IllegalStateException(setting + " has no value in " + merged);
        }
        return value;
    }
}
