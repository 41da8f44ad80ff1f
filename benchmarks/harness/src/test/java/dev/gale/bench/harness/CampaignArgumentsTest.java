package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignArgumentsTest {
    private static CampaignArguments parse(String line) {
        return CampaignArguments.parse(List.of(line.split(" ")));
    }

    @Test
    void readsWorkloadsPeersAndQuick() {
        CampaignArguments arguments = parse("dataflow --workloads W4-acked-p2,W1 --peers jet --quick");

        assertThat(arguments.workloads()).containsExactly(Scenario.W4_ACKED_P2, Scenario.W1);
        assertThat(arguments.peers()).containsExactly("jet");
        assertThat(arguments.quick()).isTrue();
    }

    @Test
    void takesAllPeersUnlessTold() {
        assertThat(parse("dataflow").peers()).containsExactly("storm", "flink", "jet");
        assertThat(parse("dataflow --peers none").peers()).isEmpty();
    }

    @Test
    void comparesTransportsWithStormOnly() {
        assertThat(parse("transport").peers()).containsExactly("storm");
        assertThat(parse("transport --workloads W6-acked,W6-netty").workloads())
                .containsExactly(Scenario.W6_ACKED, Scenario.W6_NETTY);
    }

    @ParameterizedTest
    @CsvSource({
        "cluster, unknown benchmark 'cluster'",
        "dataflow --fast, unknown option '--fast'",
        "dataflow --workloads, --workloads needs a value",
        "dataflow --workloads W9, unknown workload 'W9'",
        "dataflow --workloads W6, unknown workload 'W6'",
        "transport --workloads W1, unknown workload 'W1'",
        "transport --workloads W6-aeron, unknown workload 'W6-aeron'",
        "transport --peers jet, unknown peer 'jet'",
        "dataflow --peers heron, unknown peer 'heron'"
    })
    void refusesInOneLine(String line, String reason) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }
}
