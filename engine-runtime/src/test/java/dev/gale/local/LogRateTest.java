package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogRateTest {
    private final LogRate rate = new LogRate();

    @Test
    void admitsAFewLinesOfEachComponentInAPeriod() {
        for (int i = 0; i < LogRate.LINES; i++) {
            assertThat(rate.admit("bolt", 5)).isZero();
        }
        assertThat(rate.admit("bolt", LogRate.PERIOD_NANOS + 4)).isNegative();
        assertThat(rate.admit("other", 5)).isZero();
    }

    @Test
    void tellsHowManyWereLeftOut() {
        for (int i = 0; i < LogRate.LINES + 7; i++) {
            rate.admit("bolt", 5);
        }

        assertThat(rate.admit("bolt", LogRate.PERIOD_NANOS + 5)).isEqualTo(7);
        assertThat(rate.admit("bolt", LogRate.PERIOD_NANOS + 5)).isZero();
    }
}
