package dev.gale.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of each key the highest layer that sets it holds, and no other key is changed by that. */
class PrecedenceTest {
    private static final List<String> KEYS = List.of(
            "nimbus.api.port",
            "nimbus.task.launch.secs",
            "worker.heap.memory.mb",
            "supervisor.worker.start.timeout.secs",
            "isolation.scheduler.machines.a",
            "isolation.scheduler.machines.b",
            "zookeeper.connect",
            "zookeeper.retries",
            "zookeeper.tls.key-store",
            "zookeeper.tls.trust-store",
            "etcd.endpoints",
            "topology.workers",
            "topology.message.timeout.secs");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theHighestLayerHoldsKeyByKey(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            Map<String, Integer> expected = new TreeMap<>();
            Map<String, Origin> origins = new TreeMap<>();
            List<ConfigLayer> layers = new ArrayList<>();
            layers.add(fileLayer(random, expected, origins));
            layers.add(environmentLayer(random, expected, origins));
            layers.add(flagLayer(random, expected, origins));

            Configuration configuration = Layers.read(layers.toArray(ConfigLayer[]::new));

            for (String key : KEYS) {
                assertThat(valueOf(configuration, key))
                        .as("seed %s, round %s: %s", seed, round, key)
                        .isEqualTo(expected.get(key));
                assertThat(configuration.originOf(key))
                        .as("seed %s, round %s: origin of %s", seed, round, key)
                        .isEqualTo(origins.getOrDefault(key, new Origin.Default()));
            }
        }
    }

    private static ConfigLayer fileLayer(
            SplittableRandom random, Map<String, Integer> expected, Map<String, Origin> origins) {
        List<ConfigEntry> entries = new ArrayList<>();
        for (String key : some(random)) {
            ConfigEntry entry = new ConfigEntry(key, value(random, expected, key), Layers.line(1 + entries.size()));
            entries.add(entry);
            origins.put(key, entry.origin());
        }
        return ConfigLayer.of(entries, List.of());
    }

    private static ConfigLayer environmentLayer(
            SplittableRandom random, Map<String, Integer> expected, Map<String, Origin> origins) {
        Map<String, String> variables = new TreeMap<>();
        for (String key : some(random)) {
            String variable = EnvironmentVariables.nameOf(key);
            variables.put(variable, value(random, expected, key).toString());
            origins.put(key, new Origin.Environment(variable));
        }
        return EnvironmentVariables.layer(variables);
    }

    private static ConfigLayer flagLayer(
            SplittableRandom random, Map<String, Integer> expected, Map<String, Origin> origins) {
        List<String> flags = new ArrayList<>();
        for (String key : some(random)) {
            flags.add(key + "=" + value(random, expected, key));
            origins.put(key, new Origin.Flag(flags.size()));
        }
        return Flags.layer(flags);
    }

    private static List<String> some(SplittableRandom random) {
        return KEYS.stream().filter(key -> random.nextInt(3) == 0).toList();
    }

    private static Integer value(SplittableRandom random, Map<String, Integer> expected, String key) {
        int value = random.nextInt(1, 10_000);
        expected.put(key, value);
        return value;
    }

    /** As a number, whatever form the layer gave it. */
    private static Integer valueOf(Configuration configuration, String key) {
        Object value = configuration.originOf(key) instanceof Origin.Default ? null : lookUp(configuration, key);
        return value == null ? null : Integer.valueOf(value.toString());
    }

    private static Object lookUp(Configuration configuration, String key) {
        switch (key) {
            case "nimbus.api.port":
                return configuration.get(ConfigKeys.NIMBUS_API_PORT);
            case "nimbus.task.launch.secs":
                return configuration.get(ConfigKeys.NIMBUS_TASK_LAUNCH).toSeconds();
            case "worker.heap.memory.mb":
                return configuration.get(ConfigKeys.WORKER_HEAP_MEGABYTES);
            case "supervisor.worker.start.timeout.secs":
                return configuration
                        .get(ConfigKeys.SUPERVISOR_WORKER_START_TIMEOUT)
                        .toSeconds();
            case "isolation.scheduler.machines.a":
                return configuration.get(ConfigKeys.ISOLATION_MACHINES).get("a");
            case "isolation.scheduler.machines.b":
                return configuration.get(ConfigKeys.ISOLATION_MACHINES).get("b");
            default:
                return key.startsWith("topology.")
                        ? configuration.forTopology(Map.of()).get(key)
                        : inSection(configuration, key);
        }
    }

    private static Object inSection(Configuration configuration, String key) {
        String[] parts = key.split("\\.");
        Object value = configuration.section(parts[0]).values();
        for (int i = 1; i < parts.length; i++) {
            value = ((Map<?, ?>) value).get(parts[i]);
        }
        return value;
    }
}
