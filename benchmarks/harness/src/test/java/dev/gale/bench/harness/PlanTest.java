package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static Plan plan(String line) {
        CampaignArguments arguments = CampaignArguments.parse(List.of(line.split(" ")));
        return Plan.of(arguments, arguments.benchmark().engines(Path.of("/root-of-the-tree")));
    }

    private static Plan withoutAeron(String line) {
        CampaignArguments arguments = CampaignArguments.parse(List.of(line.split(" ")));
        Set<Scenario> overAeron = Arrays.stream(Scenario.values())
                .filter(scenario -> scenario.transport().equals("aeron"))
                .collect(Collectors.toSet());
        return Plan.of(
                arguments,
                arguments.benchmark().engines(Path.of("/root-of-the-tree")).stream()
                        .map(engine -> engine.without(overAeron))
                        .toList());
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
    void letsGaleAndStormTakeTurnsBetweenProcesses() {
        assertThat(inWords(withoutAeron("transport --quick")))
                .containsExactly(
                        "W6-netty 1 gale default",
                        "W6 1 storm tuned",
                        "W6-netty 2 gale default",
                        "W6 2 storm tuned",
                        "W6-acked-netty 1 gale default",
                        "W6-acked 1 storm tuned",
                        "W6-acked-netty 2 gale default",
                        "W6-acked 2 storm tuned");
        assertThat(inWords(withoutAeron("transport --workloads W6-acked")))
                .startsWith("W6-acked-netty 1 gale default", "W6-acked 1 storm default", "W6-acked 1 storm tuned")
                .hasSize(9);
    }

    @Test
    void letsTransportsTakeTurnsToo() {
        assertThat(inWords(plan("transport --quick")))
                .containsExactly(
                        "W6-netty 1 gale default",
                        "W6-aeron-ipc 1 gale default",
                        "W6-aeron-udp 1 gale default",
                        "W6 1 storm tuned",
                        "W6-acked-netty 1 gale default",
                        "W6-acked-aeron-ipc 1 gale default",
                        "W6-acked-aeron-udp 1 gale default",
                        "W6-acked 1 storm tuned");
    }

    @Test
    void namesTheOtherEnginesShareOfAWorkloadToo() {
        assertThat(inWords(plan("transport --quick --workloads W6-netty")))
                .contains("W6-netty 1 gale default", "W6 1 storm tuned");
    }

    @Test
    void measuresEveryPairInThreeWindowsAtLeast() {
        for (String line : List.of(
                "dataflow",
                "transport",
                "transport --quick",
                "dataflow --quick",
                "dataflow --quick --peers storm,flink,jet")) {
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
        assertThat(plan("transport").expected()).isLessThan(Duration.ofMinutes(39));
        assertThat(plan("transport --quick").expected()).isLessThan(Duration.ofMinutes(4));
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
