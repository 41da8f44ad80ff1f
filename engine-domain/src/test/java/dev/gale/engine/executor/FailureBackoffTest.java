package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureBackoffTest {
    private static final Exception ANY = new IllegalStateException("any");

    private final FailureBackoff backoff = new FailureBackoff();

    @Test
    void theFirstFailureCostsNothing() {
        assertThat(backoff.onFailure(0)).isZero();
        assertThat(backoff.isHopeless(ANY)).isFalse();
    }

    @Test
    void theFirstFailureCostsNothingHoweverLateItComes() {
        assertThat(backoff.onFailure(1_000_000)).isZero();
    }

    @Test
    void waitsDoubleUpToFiveSeconds() {
        backoff.onFailure(0);
        long wanted = 10_000_000;
        for (int i = 2; i < 1_000; i++) {
            assertThat(backoff.onFailure(0)).isEqualTo(wanted);
            wanted = Math.min(2 * wanted, 5_000_000_000L);
        }
    }

    @ParameterizedTest(name = "{0} good calls in between")
    @CsvSource({"0,false", "99,false", "100,true", "1000,true"})
    void aRunOfGoodCallsIsAHundred(long good, boolean forgotten) {
        for (int i = 0; i < 10; i++) {
            backoff.onFailure(50);
        }
        assertThat(backoff.onFailure(50 + good) == 0).isEqualTo(forgotten);
    }

    @Test
    void sixteenFailuresInARowAreHopeless() {
        for (int i = 1; i < 16; i++) {
            backoff.onFailure(i * 99L);
            assertThat(backoff.isHopeless(ANY)).as("failure %d", i).isFalse();
        }
        backoff.onFailure(16 * 99L);
        assertThat(backoff.isHopeless(ANY)).isTrue();

        backoff.onFailure(16 * 99L + 100);
        assertThat(backoff.isHopeless(ANY)).as("there is hope again").isFalse();
    }

    @Test
    void whatTheVirtualMachineRanOutOfIsHopelessAtOnce() {
        backoff.onFailure(0);

        assertThat(backoff.isHopeless(new OutOfMemoryError())).isTrue();
        assertThat(backoff.isHopeless(new InternalError())).isTrue();
        assertThat(backoff.isHopeless(new StackOverflowError())).isFalse();
        assertThat(backoff.isHopeless(new NoClassDefFoundError())).isFalse();
    }
}
