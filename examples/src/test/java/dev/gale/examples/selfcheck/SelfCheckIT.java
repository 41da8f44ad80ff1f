package dev.gale.examples.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyStatus;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.local.RebalanceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SelfCheckIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** Sinks flush at ticks alone then, which makes the run take some seconds. */
    private static final int TOO_FEW_FOR_A_BATCH = 200;

    @TempDir
    Path directory;

    private final SampleLines lines = new SampleLines(7, 4_000);

    @Test
    void nothingIsLostAndEveryResultIsRight() throws IOException {
        run(SelfCheckTopology.config(), topology -> {});

        assertThat(Verdict.of(lines, directory)).isEqualTo(new Verdict(0, 0, 0, 0));
    }

    @Test
    void nothingIsLostWhenEverythingIsStartedAnewMeanwhile() throws IOException {
        Config slow = SelfCheckTopology.config();
        slow.setMaxSpoutPending(TOO_FEW_FOR_A_BATCH);
        run(
                slow,
                topology -> topology.rebalance(
                        RebalanceOptions.draining(Duration.ZERO).withWorkers(1)));

        assertThat(Verdict.of(lines, directory)).matches(Verdict::isGood);
    }

    @Test
    void theVerdictNamesWhatIsMissingWrongAndTwice() throws IOException {
        StringJoiner ids = new StringJoiner("\n", "", "\n");
        StringJoiner results = new StringJoiner("\n", "", "\n99999\tw1=1\n");
        LongStream.range(1, lines.count()).forEach(id -> {
            ids.add(id + "\t7");
            results.add(id + "\t" + SampleLines.countWords(words(lines.text(id))));
        });
        Files.writeString(directory.resolve("delivered-1-7-0"), ids + "1\t7\n2\t8\n0\t7");
        Files.writeString(directory.resolve("results-2-7-0"), results + "5\tw1=77\n0\t");

        assertThat(Verdict.of(lines, directory))
                .isEqualTo(new Verdict(1, 2, 1, 2))
                .matches(verdict -> !verdict.isGood());
    }

    private interface Meanwhile {
        void disturb(LocalTopology topology);
    }

    private void run(Config conf, Meanwhile meanwhile) {
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology topology = cluster.submit("self-check", conf, SelfCheckTopology.topology(lines, directory));
            topology.awaitRunning(PATIENCE);
            meanwhile.disturb(topology);

            assertThat(topology.awaitStatus(TopologyStatus.FINISHED, PATIENCE)).isTrue();
        }
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }
}
