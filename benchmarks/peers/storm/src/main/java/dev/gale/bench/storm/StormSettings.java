package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Variant;
import java.util.HashMap;
import java.util.Map;
import net.minidev.json.JSONValue;
import org.apache.storm.Config;

/**
 * The topology configuration of each variant. A system property whose name starts with {@code topology.} replaces what
 * is here, to look for better settings by hand.
 */
final class StormSettings {
    private static final String TOPOLOGY_PREFIX = "topology.";
    private static final int QUEUE = 4096;

    /** Between processes this is what matters most; more would need a larger transfer queue as well. */
    private static final int TRANSFER_BATCH = 100;

    /**
     * Below {@link #QUEUE}. With more acks on their way than the spout's queue holds, a batching spout can wait for the
     * next bolt's queue while the acker waits for the spout's, and the whole topology stands still; seen within seconds
     * with 10,000. The default variant may have 10,000, for its queues hold 32,768.
     */
    private static final int TUNED_MAX_PENDING = 4_000;

    private StormSettings() {}

    static Map<String, Object> of(Scenario scenario, Variant variant) {
        Map<String, Object> settings = new HashMap<>();
        // Not "local": local mode checks the arity of each tuple and wraps its values, which a deployed worker does
        // not.
        settings.put(Config.STORM_CLUSTER_MODE, "distributed");
        settings.put(Config.TOPOLOGY_ACKER_EXECUTORS, scenario.acked() ? 1 : 0);
        if (scenario.acked()) {
            settings.put(
                    Config.TOPOLOGY_MAX_SPOUT_PENDING,
                    variant == Variant.TUNED ? TUNED_MAX_PENDING : Scenario.MAX_PENDING);
        }
        if (variant == Variant.TUNED) {
            tune(settings, scenario);
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(TOPOLOGY_PREFIX))
                .forEach(name -> settings.put(name, JSONValue.parse(System.getProperty(name))));
        return settings;
    }

    private static void tune(Map<String, Object> settings, Scenario scenario) {
        settings.put(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING, true);
        settings.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.001);
        settings.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, QUEUE);
        if (scenario.spread()) {
            settings.put(Config.TOPOLOGY_TRANSFER_BATCH_SIZE, TRANSFER_BATCH);
        }
        if (scenario.paced()) {
            settings.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
            settings.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, "org.apache.storm.policy.WaitStrategyPark");
            settings.put(Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, 10);
        } else {
            settings.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 100);
        }
    }
}
