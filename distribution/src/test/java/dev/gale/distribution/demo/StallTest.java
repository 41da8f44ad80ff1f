package dev.gale.distribution.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StallTest {
    private final Stall stall = new Stall(0);

    @Test
    void aRunThatCountsIsLeftAlone() {
        for (int second = 0; second < 1_000; second++) {
            stall.look(second, Map.of("a", second * 1_000L), seconds(second));

            assertThat(stall.reason(seconds(second))).isEmpty();
        }
    }

    @Test
    void aWorkerThatComesBackMayCountAnew() {
        stall.look(1_000_000, Map.of("a", 100_000L), seconds(10));
        for (int second = 11; second < 1_000; second++) {
            stall.look(second, Map.of("a", second * 1_000L), seconds(second));

            assertThat(stall.reason(seconds(second))).isEmpty();
        }
    }

    @Test
    void workersThatEndAgainAndAgainAreGivenUpThoughTheyCountAFewLinesEachTime() {
        stall.look(5, Map.of("a", 4_000L), seconds(1));
        for (int second = 2; second <= 60; second++) {
            stall.look(second % 5, Map.of("a", second % 5 * 1_000L), seconds(second));

            assertThat(stall.reason(seconds(second))).as("after %d s", second).isEmpty();
        }
        stall.look(0, Map.of("a", 0L), seconds(61));

        assertThat(stall.reason(seconds(61)).orElseThrow())
                .matches("workers ended [0-9]+ times, and for 60 s no line more was counted");
    }

    @Test
    void workersThatNeverComeAreGivenUp() {
        stall.look(0, Map.of(), seconds(119));
        assertThat(stall.reason(seconds(119))).isEmpty();

        assertThat(stall.reason(seconds(120))).contains("no line was counted for 120 s");
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
