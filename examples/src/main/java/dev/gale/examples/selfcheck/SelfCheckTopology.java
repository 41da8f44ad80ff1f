package dev.gale.examples.selfcheck;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The topology, and a main that runs it in this JVM and prints the verdict. */
public final class SelfCheckTopology {
    /** A file in the topology's folder: while it is there, lines come at a pace, and the last ones not at all. */
    public static final String BRAKE = "brake";

    static final String DELIVERED = "delivered";
    static final String RESULTS = "results";

    private static final int SPLIT_TASKS = 8;
    private static final int GREEN_TASKS = 4;
    private static final int WORKERS = 2;
    private static final int MAX_PENDING = 1_000;
    private static final long SEED = 1;
    private static final long LINES = 200_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private SelfCheckTopology() {}

    /** @param directory an empty folder that every worker can write to */
    public static Topology topology(SampleLines lines, Path directory) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new SampleSpout(lines, directory.resolve(BRAKE)), 2);
        builder.setBolt("split", new LineSplitBolt(), 2)
                .setNumTasks(SPLIT_TASKS)
                .shuffleGrouping("lines");
        builder.setBolt("count", new LineCountBolt(), 2).shuffleGrouping("split");
        builder.setBolt(DELIVERED, new FileSinkBolt(directory, DELIVERED, new Fields("id", "process")), 2)
                .shuffleGrouping("count");
        builder.setBolt(RESULTS, new FileSinkBolt(directory, RESULTS, new Fields("id", "counts")), 2)
                .fieldsGrouping("count", new Fields("id"));
        return builder.createTopology();
    }

    /**
     * In the shape of the colors example. {@link Verdict#ofResults} compares.
     *
     * @param directory an empty folder that every worker can write to
     */
    public static Topology colors(SampleLines lines, Path directory) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("blue-spout", new SampleSpout(lines, directory.resolve(BRAKE)), 2);
        builder.setBolt("green-bolt", new LineResultBolt(), 2)
                .setNumTasks(GREEN_TASKS)
                .shuffleGrouping("blue-spout");
        builder.setBolt("yellow-bolt", new FileSinkBolt(directory, RESULTS, new Fields("id", "counts")), 6)
                .shuffleGrouping("green-bolt");
        return builder.createTopology();
    }

    public static Config config() {
        Config conf = new Config();
        conf.setNumWorkers(WORKERS);
        conf.setMaxSpoutPending(MAX_PENDING);
        return conf;
    }

    /** Takes a number of lines, or none for the usual one. Exit code 1 if a line was lost or counted wrongly. */
    public static void main(String[] arguments) throws IOException {
        SampleLines lines = new SampleLines(SEED, arguments.length == 0 ? LINES : Long.parseLong(arguments[0]));
        Path directory = Files.createTempDirectory("gale-selfcheck-");
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology topology = cluster.submit("self-check", config(), topology(lines, directory));
            if (!topology.awaitStatus(TopologyStatus.FINISHED, PATIENCE)) {
                throw new IllegalStateException("The topology is " + topology.status() + ": " + topology.errors());
            }
        }
        Verdict verdict = Verdict.of(lines, directory);
        System.out.printf("%d lines: %s; the files are in %s%n", lines.count(), verdict, directory);
        System.exit(verdict.isGood() ? 0 : 1);
    }
}
