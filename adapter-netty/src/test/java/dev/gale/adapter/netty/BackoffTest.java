package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doublesUpToItsLimitAndVariesBelowThat(long seed) {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), new SplittableRandom(seed));

        assertThat(backoff.delayMillis(0)).isBetween(50L, 100L);
        assertThat(backoff.delayMillis(1)).isBetween(100L, 200L);
        assertThat(backoff.delayMillis(4)).isBetween(800L, 1_600L);
        for (int failures = 6; failures < 200; failures++) {
            assertThat(backoff.delayMillis(failures)).isBetween(2_500L, 5_000L);
        }
    }
}
