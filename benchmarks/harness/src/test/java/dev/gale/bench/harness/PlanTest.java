package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final List<Engine> ENGINES = Engine.all(Path.of("/root-of-the-tree"));

    private static Plan plan(String line) {
        return Plan.of(CampaignArguments.parse(List.of(line.split(" "))), ENGINES);
    }

    private static List<String> inWords(Plan plan) {
        return plan.runs().stream()
                .map(run -> run.arguments().scenario().label() + " " + run.round() + " "
                        + run.engine().name() + " " + run.arguments().variant().label())
                .toList();
    }

    @Test
    void letsEnginesTakeTurnsWithinEachRound() {
        assertThat(inWords(plan("dataflow --workloads W1 --peers storm,jet")))
                .startsWith(
                        "W1 1 gale default",
                        "W1 1 storm default",
                        "W1 1 storm tuned",
                        "W1 1 jet default",
                        "W1 2 gale default")
                .hasSize(12);
    }

    @Test
    void measuresEveryPairInThreeWindowsAtLeast() {
        for (String line : List.of("dataflow", "dataflow --quick", "dataflow --quick --peers storm,flink,jet")) {
            assertThat(plan(line).runs().stream()
                            .collect(Collectors.groupingBy(
                                    run -> List.of(
                                            run.arguments().scenario(),
                                            run.engine().name(),
                                            run.arguments().variant()),
                                    Collectors.summingInt(run -> run.arguments().windows())))
                            .values())
                    .as(line)
                    .allMatch(windows -> windows >= 3);
        }
    }

    @Test
    void fitsInItsTime() {
        assertThat(plan("dataflow").expected()).isLessThan(Duration.ofMinutes(39));
        assertThat(plan("dataflow --quick").expected()).isLessThan(Duration.ofMinutes(4));
    }

    @Test
    void givesTheLatencyTailNineWindows() {
        assertThat(plan("dataflow --workloads W5 --peers none").runs().stream()
                        .mapToInt(run -> run.arguments().windows())
                        .sum())
                .isEqualTo(9);
    }

    @Test
    void comparesWithStormTunedOnlyWhenQuick() {
        assertThat(inWords(plan("dataflow --quick --workloads W1")))
                .containsExactly("W1 1 gale default", "W1 1 storm tuned", "W1 2 gale default", "W1 2 storm tuned");
    }

    @Test
    void saysWhatItLeavesOut() {
        assertThat(plan("dataflow --quick").leftOut()).isNotEmpty();
        assertThat(plan("dataflow --workloads W1").leftOut()).isEmpty();
    }
}
