package dev.gale.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.SpiVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpiRangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,2)|1.0|true",
                "[1,2)|1.7|true",
                "[1,2)|2.0|false",
                "[1,2)|0.9|false",
                "[1,2]|2.0|true",
                "(1,2)|1.0|false",
                "(1,2)|1.1|true",
                "[1.2,1.10]|1.9|true",
                "[1.2,1.10]|1.1|false",
                " [ 1.2 , 2 ) |1.2|true",
            })
    void holdsWhatLiesBetweenItsEnds(String range, String version, boolean holds) {
        String[] parts = version.split("\\.");
        SpiVersion wanted = new SpiVersion(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));

        assertThat(SpiRange.of(range).orElseThrow().contains(wanted)).isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1+", "[1,2", "1,2", "[1,)", "[a,b)", "[1,2)x", "[99999999999,2)"})
    void whatHasNoTwoEndsIsNone(String text) {
        assertThat(SpiRange.of(text)).isEmpty();
    }

    @Test
    void theExampleHoldsThisVersion() {
        assertThat(SpiRange.of(SpiRange.EXAMPLE).orElseThrow().contains(SpiVersion.CURRENT))
                .isTrue();
    }
}
