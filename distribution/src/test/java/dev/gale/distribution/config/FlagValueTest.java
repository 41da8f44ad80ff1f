package dev.gale.distribution.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlagValueTest {
    @Test
    void flagsAreNumbersTruthListsMapsOrTexts() {
        assertThat(FlagValue.parse("3")).isEqualTo(3);
        assertThat(FlagValue.parse("true")).isEqualTo(true);
        assertThat(FlagValue.parse("[1,2]")).isEqualTo(List.of(1, 2));
        assertThat(FlagValue.parse("{\"a\":1}")).isEqualTo(Map.of("a", 1));
        assertThat(FlagValue.parse("host:7070")).isEqualTo("host:7070");
        assertThat(FlagValue.parse("1 2")).isEqualTo("1 2");
        assertThat(FlagValue.parse("")).isEqualTo("");
        assertThat(FlagValue.parse("null")).isEqualTo("null");
    }
}
