package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Variant;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;

/** The topology configuration of each variant. */
final class StormSettings {
    private StormSettings() {}

    static Map<String, Object> of(Scenario scenario, Variant variant) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(Config.TOPOLOGY_ACKER_EXECUTORS, scenario.acked() ? 1 : 0);
        if (scenario.acked()) {
            settings.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, Integer.getInteger("pend", Scenario.MAX_PENDING));
        }
        if (Boolean.getBoolean("dist")) settings.put("storm.cluster.mode", "distributed");
        if (variant == Variant.TUNED) {
            settings.put(Config.TOPOLOGY_DISABLE_LOADAWARE_MESSAGING, true);
            settings.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.001);
            settings.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, Integer.getInteger("q", 4096));
            if (scenario.paced()) {
                forLatency(settings);
            } else {
                settings.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, Integer.getInteger("b", 100));
            }
        }
        return settings;
    }

    private static void forLatency(Map<String, Object> settings) {
        settings.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
        settings.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, "org.apache.storm.policy.WaitStrategyPark");
        settings.put(Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, Integer.getInteger("park", 10));
    }
}
