package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({"5, 5000", "0, 0", "0.2, 200", "500ms, 500", "10s, 10000", "2m, 120000", "1h, 3600000"})
    void timesAreRead(String text, long millis) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1 s", "soon", "1d", "99999999999"})
    void whatIsNoTimeIsNotRead(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).hasMessageContaining("500ms or 2m");
    }

    @ParameterizedTest
    @CsvSource({"0, 0ms", "999, 999ms", "1000, 1s", "61000, 1m 1s", "3723000, 1h 2m", "90061000, 1d 1h"})
    void timesAreWritten(long millis, String text) {
        assertThat(Durations.text(millis)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"lsit, list", "lits, list", "stauts, status", "supervisor, supervisors", "kil, kill"})
    void whatIsNearIsFound(String word, String expected) {
        assertThat(Suggestions.nearest(word, List.of("list", "status", "kill", "supervisors", "jar")))
                .contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "xyz", "somethingElse"})
    void whatIsFarIsNot(String word) {
        assertThat(Suggestions.of(word, List.of("list", "status", "kill", "jar")))
                .isEmpty();
    }
}
