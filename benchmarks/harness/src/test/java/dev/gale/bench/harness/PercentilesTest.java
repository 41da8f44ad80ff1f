package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {
    @Test
    void takesValuesThatWereMeasured() {
        Percentiles percentiles = Percentiles.of(
                LongStream.rangeClosed(1, 1_000).map(value -> 1_001 - value).toArray());

        assertThat(percentiles.at(0.5)).isEqualTo(500);
        assertThat(percentiles.at(0.99)).isEqualTo(990);
        assertThat(percentiles.at(0.999)).isEqualTo(999);
        assertThat(percentiles.at(1)).isEqualTo(1_000);
        assertThat(percentiles.max()).isEqualTo(1_000);
        assertThat(percentiles.count()).isEqualTo(1_000);
    }

    @Test
    void ofOneValueAllAreThat() {
        Percentiles percentiles = Percentiles.of(new long[] {7});

        assertThat(percentiles.at(0.001)).isEqualTo(7);
        assertThat(percentiles.at(0.999)).isEqualTo(7);
    }

    @Test
    void refusesNothingAndSharesThatAreNone() {
        assertThatThrownBy(() -> Percentiles.of(new long[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Percentiles.of(new long[] {1}).at(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Percentiles.of(new long[] {1}).at(1.1)).isInstanceOf(IllegalArgumentException.class);
    }
}
