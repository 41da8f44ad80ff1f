package dev.gale.examples.colors;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologySubmitter;

/** Two workers, ten executors, twelve tasks. */
public final class ColorsTopology {
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

    /** For {@code gale jar} and {@code gale local}; workers print the way of some tuples. Takes a name for the topology, or none. */
    public static void main(String[] arguments) {
        TopologySubmitter.submit(arguments.length == 0 ? "colors" : arguments[0], config(), topology());
    }
}
