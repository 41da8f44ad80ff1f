package dev.gale.bench.storm;

import dev.gale.bench.harness.Runner;
import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.SharedCounters;
import dev.gale.bench.harness.Variant;
import dev.gale.bench.harness.Workload;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;

/** Source and sink in two worker processes; the acker is beside the source, where the scheduler puts it. */
final class SpreadWorkload implements Workload {
    private static final int WORKERS = 2;

    private final Scenario scenario;
    private final Variant variant;

    SpreadWorkload(Scenario scenario, Variant variant) {
        if (!scenario.spread() || !scenario.transport().isEmpty()) {
            throw new IllegalArgumentException("this runs W6 and W6-acked, not " + scenario.label());
        }
        this.scenario = scenario;
        this.variant = variant;
    }

    @Override
    public void start() throws Exception {
        StormCluster cluster = StormCluster.start(Path.of("storm").toAbsolutePath(), WORKERS);
        Map<String, Object> config = StormSettings.of(scenario, variant);
        config.put(Config.TOPOLOGY_WORKERS, WORKERS);
        config.put(SharedCounters.DIRECTORY_KEY, Runner.countersDirectory().toString());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new CountingSpout(scenario.acked()));
        builder.setBolt("sink", new CountingSink(scenario.acked())).localOrShuffleGrouping("spout");
        cluster.submit(scenario.label(), config, builder.createTopology());
    }

    /** Nothing: the daemons end with this process, and the harness ends the workers. */
    @Override
    public void stop() {}
}
