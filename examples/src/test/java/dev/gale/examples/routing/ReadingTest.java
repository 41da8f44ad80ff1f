package dev.gale.examples.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.examples.routing.Reading.Invalid;
import dev.gale.examples.routing.Reading.Valid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    @Test
    void aReadingIsARegionAndATemperature() {
        assertThat(Reading.parse("Lima = 19.5")).isEqualTo(new Valid("lima", 19.5));
        assertThat(Reading.parse("lima=-3")).isEqualTo(new Valid("lima", -3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Lima", "=3", "4711=3", "Lima=", "Lima=warm", "Lima=NaN", "Lima=-300", "Lima=Infinity"})
    void anythingElseIsInvalid(String text) {
        assertThat(Reading.parse(text)).isInstanceOf(Invalid.class);
    }

    @Test
    void eachStoreHasAnEqualPartOfTheAlphabet() {
        assertThat(new Valid("aarhus", 0).store(3)).isEqualTo(0);
        assertThat(new Valid("lima", 0).store(3)).isEqualTo(1);
        assertThat(new Valid("zagreb", 0).store(3)).isEqualTo(2);
        assertThat(new Valid("zagreb", 0).store(1)).isZero();
    }
}
