package dev.gale.examples.wordcount;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.local.RebalanceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class WordCountTopologyIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final long SEED = 1;

    /** So few lines that their words do not fill a batch, so that each round takes a tick and the run some seconds. */
    private static final int FEW = 200;

    @TempDir
    Path folder;

    private final RandomText texts = new RandomText(new SplittableRandom(SEED));
    private final List<byte[]> contents = List.of(texts.prose(20_000), texts.noise(200_000), texts.longWords(12));
    private TextInput input;
    private Path results;

    @BeforeEach
    void writeInput() throws IOException {
        List<Path> files = new ArrayList<>();
        for (byte[] content : contents) {
            files.add(Files.write(folder.resolve("text-" + files.size()), content));
        }
        input = TextInput.of(files, 1);
        results = Files.createDirectory(folder.resolve("results"));
    }

    @Test
    void everyLineIsAckedAndEveryWordCounted() throws IOException {
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology topology = cluster.submit("word-count", config(), WordCountTopology.of(input, results, 2));

            assertThat(topology.awaitStatus(TopologyStatus.FINISHED, PATIENCE)).isTrue();
            assertThat(topology.pending()).isZero();
            assertThat(topology.errors()).isEmpty();
        }
        assertThat(table()).isEqualTo(ReferenceCount.table(contents));
    }

    @Test
    void theCountIsExactWhenBoltsFailInputsAndThrow() throws IOException {
        UnreliableBolt.THROWS_LEFT.set(5);
        Config conf = config();
        conf.setMessageTimeoutSecs(2);
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology topology = cluster.submit("unreliable", conf, unreliableTopology());

            assertThat(topology.awaitStatus(TopologyStatus.FINISHED, PATIENCE))
                    .as(() -> topology.status() + " " + topology.errors())
                    .isTrue();
            StreamCounts lines = LocalEngine.lines(topology.statistics());
            assertThat(StreamCounts.total(lines.failed())).isPositive();
            assertThat(topology.pending()).isZero();
        }
        assertThat(table()).isEqualTo(ReferenceCount.table(contents));
    }

    @Test
    void theCountIsExactWhenTasksMoveWhileItRuns() throws IOException {
        Config conf = config();
        conf.setMaxSpoutPending(FEW);
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology topology = cluster.submit("moving", conf, unreliableTopology());
            topology.awaitRunning(PATIENCE);
            topology.rebalance(RebalanceOptions.draining(Duration.ZERO)
                    .withWorkers(1)
                    .withExecutors(WordCountTopology.RESULTS, 1));

            assertThat(topology.awaitStatus(TopologyStatus.FINISHED, PATIENCE)).isTrue();
        }
        assertThat(table()).isEqualTo(ReferenceCount.table(contents));
    }

    private Topology unreliableTopology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(WordCountTopology.LINES, new LineSpout(input), 2);
        builder.setBolt(WordCountTopology.SPLIT, new UnreliableSplitBolt(SEED), 2)
                .shuffleGrouping(WordCountTopology.LINES);
        builder.setBolt(WordCountTopology.RESULTS, new UnreliableBolt(new ResultBolt(results), SEED), 2)
                .fieldsGrouping(WordCountTopology.SPLIT, new Fields("word"))
                .fieldsGrouping(WordCountTopology.SPLIT, SplitBolt.PIECES, new Fields("wordPlace"));
        return builder.createTopology();
    }

    private String table() throws IOException {
        Path table = folder.resolve("counts.tsv");
        new WordTable(results).write(table, 10);
        return Files.readString(table, US_ASCII);
    }

    private static Config config() {
        Config conf = new Config();
        conf.setNumWorkers(2);
        return conf;
    }
}
