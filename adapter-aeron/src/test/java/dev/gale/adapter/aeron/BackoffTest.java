package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void itDoublesUpToItsLimitAndVariesByHalf() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), new SplittableRandom(1));
        for (int round = 0; round < 100; round++) {
            assertThat(backoff.delayNanos(-1)).isBetween(50_000_000L, 100_000_000L);
            assertThat(backoff.delayNanos(0)).isBetween(50_000_000L, 100_000_000L);
            assertThat(backoff.delayNanos(3)).isBetween(400_000_000L, 800_000_000L);
            assertThat(backoff.delayNanos(1_000)).isBetween(2_500_000_000L, 5_000_000_000L);
        }
    }
}
