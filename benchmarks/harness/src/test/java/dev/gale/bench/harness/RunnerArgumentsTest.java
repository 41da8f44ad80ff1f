package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunnerArgumentsTest {
    @Test
    void readsTheWordsItWrites() {
        RunnerArguments arguments =
                new RunnerArguments(Scenario.W3_ACKED, Variant.TUNED, Duration.ofSeconds(4), 2, Duration.ofSeconds(3));

        assertThat(RunnerArguments.parse(arguments.words())).isEqualTo(arguments);
        assertThat(arguments.measuring()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void needsAWorkload() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunnerArguments.parse(List.of("--windows", "3")))
                .withMessageContaining("--workload");
    }

    @Test
    void needsAWindow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunnerArguments.parse(List.of("--workload", "W1", "--windows", "0")));
    }
}
