package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void takesTheMiddleOfAnOddNumber() {
        assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).contains(new Spread(4, 1, 9));
    }

    @Test
    void takesTheMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
        assertThat(Spread.of(List.of(10.0, 1.0, 3.0, 4.0))).contains(new Spread(3.5, 1, 10));
    }

    @Test
    void passesOverWindowsWithoutTheFigure() {
        assertThat(Spread.of(Arrays.asList(null, 2.0, null))).contains(new Spread(2, 2, 2));
    }

    @Test
    void isEmptyWhereNoWindowHasTheFigure() {
        assertThat(Spread.of(Arrays.asList(null, null))).isEmpty();
    }
}
