package dev.gale.examples.colors;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.task.ExecutorId;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.time.Duration;

/** Two workers, ten executors, twelve tasks. */
public final class ColorsTopology {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private ColorsTopology() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("blue-spout", new BlueSpout(), 2);
        builder.setBolt("green-bolt", new GreenBolt(), 2).setNumTasks(4).shuffleGrouping("blue-spout");
        builder.setBolt("yellow-bolt", new YellowBolt(), 6).shuffleGrouping("green-bolt");
        return builder.createTopology();
    }

    static Config config() {
        Config conf = new Config();
        conf.setNumWorkers(2);
        return conf;
    }

    /** Prints which tasks each executor runs, and then the way of some tuples. */
    public static void main(String[] arguments) {
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology colors = cluster.submit("colors", config(), topology());
            for (ExecutorId executor : colors.layout().executors()) {
                System.out.printf("%s: an executor for tasks %s%n", executor.component(), executor.tasks());
            }
            if (!colors.awaitStatus(TopologyStatus.FINISHED, PATIENCE)) {
                throw new IllegalStateException("The topology is " + colors.status() + ": " + colors.errors());
            }
        }
    }
}
