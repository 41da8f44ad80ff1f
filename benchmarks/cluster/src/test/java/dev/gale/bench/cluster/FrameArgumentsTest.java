package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameArgumentsTest {
    @Test
    void readsPathsInTheirOrder() {
        FrameArguments arguments = FrameArguments.parse(List.of("--paths", "aeron-udp,tcp", "--quick"));

        assertThat(arguments.paths()).containsExactly(FramePath.AERON_UDP, FramePath.TCP);
        assertThat(arguments.quick()).isTrue();
        assertThat(FrameArguments.parse(List.of()).paths()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--paths, --paths needs a value",
        "--paths aeron, unknown path 'aeron'; there are: tcp",
        "--runs, unknown option '--runs'"
    })
    void refusesInOneLine(String line, String reason) {
        assertThatThrownBy(() -> FrameArguments.parse(List.of(line.split(" "))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }
}
