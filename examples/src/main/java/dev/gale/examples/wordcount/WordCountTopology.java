package dev.gale.examples.wordcount;

import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import java.nio.file.Path;

/** The components of the word count and how they are connected. */
public final class WordCountTopology {
    public static final String LINES = "lines";
    public static final String SPLIT = "split";
    public static final String RESULTS = "results";

    private WordCountTopology() {}

    /** @param results a folder for result files; it must exist in every worker */
    public static Topology of(TextInput input, Path results, int parallelism) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(LINES, new LineSpout(input), parallelism);
        builder.setBolt(SPLIT, new SplitBolt(), parallelism).shuffleGrouping(LINES);
        builder.setBolt(RESULTS, new ResultBolt(results), parallelism)
                .fieldsGrouping(SPLIT, new Fields("word"))
                .fieldsGrouping(SPLIT, SplitBolt.PIECES, new Fields("wordPlace"));
        return builder.createTopology();
    }
}
