package dev.gale.bench.cluster;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.bench.harness.Runner;
import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.SharedCounters;
import dev.gale.bench.harness.Variant;
import dev.gale.bench.harness.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Source and sink in two worker processes, as Gale comes out of the box but for the workers' heap and collector. */
final class SpreadWorkload implements Workload {
    private static final int WORKERS = 2;

    private final Scenario scenario;
    private @Nullable BenchCluster cluster;

    SpreadWorkload(Scenario scenario, Variant variant) {
        if (!scenario.spread() || scenario.transport().isEmpty() || variant != Variant.DEFAULT) {
            throw new IllegalArgumentException(
                    "this runs what is between processes over a transport, with defaults: not " + scenario.label());
        }
        this.scenario = scenario;
    }

    @Override
    public void start() throws IOException, InterruptedException {
        Map<String, String> daemons = new TreeMap<>();
        daemons.put("transport", scenario.transport());
        scenario.transportSection().forEach((key, value) -> daemons.put(scenario.transport() + "." + key, value));
        daemons.put("worker.heap.memory.mb", "2048");
        // For a look at a run by hand: -Dbench.childopts=-XX:StartFlightRecording=... here.
        daemons.put(
                "worker.childopts", ("-Xms2g -XX:+UseParallelGC " + System.getProperty("bench.childopts", "")).strip());
        BenchCluster started = BenchCluster.start(Path.of("gale").toAbsolutePath(), WORKERS, daemons);
        cluster = started;
        Config config = new Config();
        config.setNumWorkers(WORKERS);
        if (!scenario.acked()) {
            config.setNumAckers(0);
        }
        config.put(SharedCounters.DIRECTORY_KEY, Runner.countersDirectory().toString());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new CountingSpout(scenario.acked()));
        builder.setBolt("sink", new CountingSink(scenario.acked())).localOrShuffleGrouping("spout");
        started.submit(scenario.label(), config, builder.createTopology());
    }

    @Override
    public void stop() {
        BenchCluster started = cluster;
        if (started != null) {
            started.close();
        }
    }
}
