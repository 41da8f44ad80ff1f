package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundFiguresTest {
    private static Map<String, Double> figures(Object... pairs) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            figures.put((String) pairs[i], ((Number) pairs[i + 1]).doubleValue());
        }
        return figures;
    }

    private static String printed(RoundFigures rounds) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        rounds.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tellsMediansOverRoundsPerSubject() {
        RoundFigures rounds = new RoundFigures("store");
        rounds.add("beats", "zookeeper", "ms", figures("p50", 3, "p99", 40));
        rounds.add("beats", "etcd", "ms", figures("p50", 1.5, "p99", 12));
        rounds.add("beats", "zookeeper", "ms", figures("p50", 2, "p99", 10));
        rounds.add("beats", "zookeeper", "ms", figures("p50", 9, "p99", 20));
        rounds.add("most", "zookeeper", "puts/s", figures("rate", 12_000));

        assertThat(printed(rounds).lines())
                .hasSize(4)
                .anySatisfy(line ->
                        assertThat(line).matches("beats +zookeeper +ms +p50 +3\\.00 +2\\.00 +9\\.00 +3 +20\\.00"))
                .anySatisfy(
                        line -> assertThat(line).matches("beats +etcd +ms +p50 +1\\.50 +1\\.50 +1\\.50 +1 +12\\.00"))
                .anySatisfy(line ->
                        assertThat(line).matches("most +zookeeper +puts/s +rate +12,000 +12,000 +12,000 +1 +-"));
    }

    @Test
    void takesTheSameFiguresInEachRoundOnly() {
        RoundFigures rounds = new RoundFigures("store");
        rounds.add("beats", "etcd", "ms", figures("p50", 1, "p99", 2));

        assertThatThrownBy(() -> rounds.add("beats", "etcd", "ms", figures("p99", 1, "p50", 2)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
