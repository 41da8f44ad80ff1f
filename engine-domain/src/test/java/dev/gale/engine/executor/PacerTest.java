package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacerTest {
    private long now = 1_000_000_000;
    private int reads;
    private final Pacer pacer = new Pacer(() -> {
        reads++;
        return now;
    });

    @Test
    void readsTheClockForTheFirstCall() {
        assertThat(pacer.isDue()).isTrue();
    }

    @ParameterizedTest(name = "calls of {0} ns")
    @CsvSource({"1,1250,2000", "100,1250,2500", "1000,3500,14000", "20000,80000,80000", "1000000,80000,80000"})
    void readsTheClockLessOftenTheFasterCallsAre(long callNanos, int least, int most) {
        // As an executor does: before and after each call for which the clock is due.
        for (int i = 0; i < 40_000; i++) {
            boolean due = pacer.isDue();
            if (due) {
                pacer.read();
            }
            now += callNanos;
            if (due) {
                pacer.read();
            }
        }

        assertThat(reads).isBetween(least, most);
    }

    @Test
    void readsTheClockForEveryCallSoonAfterCallsBecomeSlow() {
        for (int i = 0; i < 10_000; i++) {
            if (pacer.isDue()) {
                pacer.read();
            }
            now += 10;
        }
        int before = reads;
        for (int i = 0; i < 64 + 100; i++) {
            if (pacer.isDue()) {
                pacer.read();
            }
            now += 1_000_000;
        }

        assertThat(reads - before).isGreaterThanOrEqualTo(100);
    }

    @Test
    void anIdleTimeMakesTheNextReadingNear() {
        for (int i = 0; i < 10_000; i++) {
            if (pacer.isDue()) {
                pacer.read();
            }
            now += 10;
        }
        now += 1_000_000_000;
        pacer.read();

        assertThat(pacer.isDue()).isTrue();
        assertThat(pacer.last()).isEqualTo(now);
    }

    @Test
    void aClockThatStandsStillOrStartsBelowZeroDoesNoHarm() {
        now = Long.MIN_VALUE + 5;
        for (int i = 0; i < 1_000; i++) {
            if (pacer.isDue()) {
                pacer.read();
            }
        }

        assertThat(reads).isBetween(1_000 / 64, 100);
    }
}
