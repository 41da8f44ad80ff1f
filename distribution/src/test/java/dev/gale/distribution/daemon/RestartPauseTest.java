package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartPauseTest {
    private final RestartPause pause = new RestartPause();

    private long secondsAfter(long ranSeconds) {
        return pause.after(Duration.ofSeconds(ranSeconds)).toSeconds();
    }

    @Test
    void whatEndsSoonAgainAndAgainIsWaitedForLongerEachTime() {
        assertThat(IntStream.range(0, 9).mapToLong(time -> secondsAfter(time % 2)))
                .containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void aGoodRunMakesUpForAllBefore() {
        IntStream.range(0, 5).forEach(time -> secondsAfter(0));

        assertThat(secondsAfter(60)).isZero();
        assertThat(secondsAfter(0)).isEqualTo(1);
    }
}
