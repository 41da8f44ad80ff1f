package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static Result result(Scenario scenario, String engine, Variant variant, double... throughputs) {
        return new Result(
                scenario,
                engine,
                variant,
                Arrays.stream(throughputs)
                        .mapToObj(value -> new Window(value, null, null, null, 1, 40.0))
                        .toList());
    }

    private static Result paced(String engine, Variant variant, double p50, double p99, double p999, double cpu) {
        return new Result(Scenario.W5, engine, variant, List.of(new Window(20_000, p50, p99, p999, cpu, null)));
    }

    @Test
    void dividesMediansPairByPair() {
        List<Comparison> comparisons = Comparison.of(List.of(
                result(Scenario.W2, "gale", Variant.DEFAULT, 10, 18, 16),
                result(Scenario.W2, "storm", Variant.DEFAULT, 1),
                result(Scenario.W2, "storm", Variant.TUNED, 2, 2, 9)));

        assertThat(comparisons).extracting(Comparison::ratio).containsExactly(16.0, 8.0);
    }

    @Test
    void judgesAgainstStormTunedOnly() {
        List<Comparison> comparisons = Comparison.of(List.of(
                result(Scenario.W1, "gale", Variant.DEFAULT, 7),
                result(Scenario.W1, "storm", Variant.DEFAULT, 1),
                result(Scenario.W1, "storm", Variant.TUNED, 2),
                result(Scenario.W1, "jet", Variant.DEFAULT, 14)));

        assertThat(comparisons)
                .extracting(Comparison::met)
                .containsExactly(Optional.empty(), Optional.of(true), Optional.empty());
    }

    @Test
    void comparesDedicatedAckersWithStormsOnlyKind() {
        List<Comparison> comparisons = Comparison.of(List.of(
                result(Scenario.W2_DEDICATED, "gale", Variant.DEFAULT, 6),
                result(Scenario.W2, "storm", Variant.TUNED, 2)));

        assertThat(comparisons).extracting(Comparison::met).containsExactly(Optional.of(false));
    }

    @Test
    void comparesEachTransportWithStormsOnlyOne() {
        List<Comparison> comparisons = Comparison.of(List.of(
                result(Scenario.W6_NETTY, "gale", Variant.DEFAULT, 8),
                result(Scenario.W6, "storm", Variant.TUNED, 4),
                result(Scenario.W6_ACKED_NETTY, "gale", Variant.DEFAULT, 8),
                result(Scenario.W6_ACKED, "storm", Variant.TUNED, 4)));

        assertThat(comparisons).extracting(Comparison::met).containsExactly(Optional.of(true), Optional.of(false));
    }

    @Test
    void aimsHigherInSharedMemoryAndNowhereByUdp() {
        List<Comparison> comparisons = Comparison.of(List.of(
                result(Scenario.W6_AERON_IPC, "gale", Variant.DEFAULT, 8),
                result(Scenario.W6_AERON_UDP, "gale", Variant.DEFAULT, 8),
                result(Scenario.W6, "storm", Variant.TUNED, 4),
                result(Scenario.W6_ACKED_AERON_IPC, "gale", Variant.DEFAULT, 23),
                result(Scenario.W6_ACKED, "storm", Variant.TUNED, 4)));

        assertThat(comparisons)
                .extracting(Comparison::met)
                .containsExactly(Optional.of(true), Optional.empty(), Optional.of(false));
    }

    @Test
    void comparesLatenciesAndCpuWherePaced() {
        List<Comparison> comparisons = Comparison.of(List.of(
                paced("gale", Variant.DEFAULT, 50, 600, 2_000, 0.5),
                paced("storm", Variant.TUNED, 100, 1_000, 2_000, 1)));

        assertThat(comparisons)
                .extracting(Comparison::figure)
                .containsExactly(Figure.P50, Figure.P99, Figure.P999, Figure.CPU);
        assertThat(comparisons)
                .extracting(comparison -> comparison.met().orElseThrow())
                .containsExactly(true, false, true, true);
    }

    @Test
    void leavesOutGaleTunedAndPeersAmongThemselves() {
        assertThat(Comparison.of(List.of(
                        result(Scenario.W1, "gale", Variant.TUNED, 7),
                        result(Scenario.W1, "storm", Variant.TUNED, 2),
                        result(Scenario.W1, "jet", Variant.DEFAULT, 2))))
                .isEmpty();
    }

    @Test
    void reportsRatioTargetAndVerdict() {
        String report = Report.of(List.of(
                result(Scenario.W1, "gale", Variant.DEFAULT, 7_000_000),
                result(Scenario.W1, "storm", Variant.TUNED, 2_500_000)));

        assertThat(report).contains("7,000,000").containsPattern("W1 +throughput .* 2\\.80 +>= 3\\.5 +MISSED");
    }
}
