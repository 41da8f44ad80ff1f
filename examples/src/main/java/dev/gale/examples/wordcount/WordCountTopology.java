package dev.gale.examples.wordcount;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologySubmitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The components of the word count and how they are connected. */
public final class WordCountTopology {
    public static final String LINES = "lines";
    public static final String SPLIT = "split";
    public static final String RESULTS = "results";

    private static final int WORKERS = 2;
    private static final int SPLIT_TASKS = 8;

    private WordCountTopology() {}

    /** @param results a folder for result files; it must exist in every worker */
    public static Topology of(TextInput input, Path results, int parallelism) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(LINES, new LineSpout(input), parallelism);
        builder.setBolt(SPLIT, new SplitBolt(), parallelism)
                .setNumTasks(Math.max(SPLIT_TASKS, parallelism))
                .shuffleGrouping(LINES);
        builder.setBolt(RESULTS, new ResultBolt(results), parallelism)
                .fieldsGrouping(SPLIT, new Fields("word"))
                .fieldsGrouping(SPLIT, SplitBolt.PIECES, new Fields("wordPlace"));
        return builder.createTopology();
    }

    /**
     * For {@code gale jar} and {@code gale local}. Takes a text file or a folder of such, a folder for result files, which every
     * worker must see, and a name for the topology, or none; {@code split} has so many tasks that a rebalance can spread it.
     */
    public static void main(String[] arguments) throws IOException, InputException {
        if (arguments.length < 2) {
            throw new IllegalArgumentException("Give a file or folder to read, and a folder for the results");
        }
        Path results = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
        TextInput input = TextInput.of(TextFiles.under(Path.of(arguments[0]).toAbsolutePath()), 1);
        Config conf = new Config();
        conf.setNumWorkers(WORKERS);
        TopologySubmitter.submit(
                arguments.length == 2 ? "word-count" : arguments[2], conf, of(input, results, WORKERS));
    }
}
