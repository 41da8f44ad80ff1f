package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Variant;
import dev.gale.bench.harness.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.minidev.json.JSONObject;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** The topologies of the scenarios; one worker, no serialization between its threads. */
final class StormWorkload implements Workload {
    private final Scenario scenario;
    private final Variant variant;

    StormWorkload(Scenario scenario, Variant variant) {
        if (scenario == Scenario.W2_DEDICATED) {
            throw new IllegalArgumentException("ackers are always executors of their own in Storm: use W2");
        }
        this.scenario = scenario;
        this.variant = variant;
    }

    @Override
    @SuppressWarnings("resource") // ends with the process
    public void start() throws Exception {
        LocalCluster cluster = new LocalCluster();
        cluster.getNimbus()
                .submitTopology(
                        scenario.label(),
                        emptyJar().toString(),
                        JSONObject.toJSONString(StormSettings.of(scenario, variant)),
                        topology());
    }

    /** What a topology that is not in local mode has to bring along; the classes come from the class path. */
    private static Path emptyJar() throws IOException {
        Path jar = Files.createTempFile("topology", ".jar");
        new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
        return jar;
    }

    private StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        int parallelism = scenario.parallelism();
        switch (scenario.shape()) {
            case PIPE -> {
                builder.setSpout("spout", new ConstantSpout(scenario), parallelism);
                builder.setBolt("sink", new NullBolt(scenario), parallelism).localOrShuffleGrouping("spout");
            }
            case RELAY -> {
                builder.setSpout(
                        "spout",
                        scenario.paced() ? new PacedSpout(scenario) : new ConstantSpout(scenario),
                        parallelism);
                builder.setBolt("relay", new RelayBolt(scenario), parallelism).localOrShuffleGrouping("spout");
                builder.setBolt("sink", new NullBolt(scenario), parallelism).localOrShuffleGrouping("relay");
            }
            case WORDS -> {
                builder.setSpout("spout", new SentenceSpout(scenario), parallelism);
                builder.setBolt("split", new SplitBolt(scenario), parallelism).localOrShuffleGrouping("spout");
                builder.setBolt("count", new CountBolt(scenario), parallelism)
                        .fieldsGrouping("split", new Fields("value"));
            }
        }
        return builder.createTopology();
    }

    /** Nothing: a local cluster takes several seconds to end in order, and the process is about to be halted. */
    @Override
    public void stop() {}
}
