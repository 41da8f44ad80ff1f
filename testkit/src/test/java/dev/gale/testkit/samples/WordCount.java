package dev.gale.testkit.samples;

import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;

/** The topology that the samples test. */
final class WordCount {
    private WordCount() {}

    static Topology of(String... sentences) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new SentenceSpout(sentences));
        builder.setBolt("split", new SplitBolt(), 2).shuffleGrouping("sentences");
        builder.setBolt("count", new CountBolt(), 3).fieldsGrouping("split", new Fields("word"));
        return builder.createTopology();
    }
}
