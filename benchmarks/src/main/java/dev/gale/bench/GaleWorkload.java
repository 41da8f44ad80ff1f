package dev.gale.bench;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Variant;
import dev.gale.bench.harness.Workload;
import dev.gale.local.LocalCluster;

/** The topologies of the scenarios, as Gale comes out of the box; one worker, no serialization between its threads. */
final class GaleWorkload implements Workload {
    private final Scenario scenario;
    private final LocalCluster cluster = new LocalCluster();

    GaleWorkload(Scenario scenario, Variant variant) {
        if (variant != Variant.DEFAULT) {
            throw new IllegalArgumentException("Gale is measured with its defaults only");
        }
        this.scenario = scenario;
    }

    @Override
    public void start() {
        Config config = new Config();
        if (!scenario.acked()) {
            config.setNumAckers(0);
        } else if (scenario == Scenario.W2_DEDICATED) {
            config.setNumAckers(1);
        }
        cluster.submit(scenario.label(), config, topology());
    }

    private Topology topology() {
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

    @Override
    public void stop() {
        cluster.close();
    }
}
