package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubmitBenchmarkTest {
    @Test
    void measuresFiveTimesUnlessTold() {
        assertThat(SubmitBenchmark.runs(List.of())).isEqualTo(5);
        assertThat(SubmitBenchmark.runs(List.of("--runs", "9"))).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--runs", "--runs 0", "--runs many", "--quick"})
    void refusesInOneLine(String line) {
        assertThatThrownBy(() -> SubmitBenchmark.runs(List.of(line.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("usage:")
                .hasMessageNotContaining("\n");
    }
}
