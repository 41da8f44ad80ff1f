package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureBackoffTest {
    private static final Exception ANY = new IllegalStateException("any");

    private final FailureBackoff backoff = FailureBackoff.ofSpout();

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

    @ParameterizedTest(name = "one call in {0} fails")
    @ValueSource(ints = {3, 10, 20})
    void aBoltThatDoesGoodWorkInBetweenNeverWaits(int of) {
        FailureBackoff bolt = FailureBackoff.ofBolt();
        for (long i = 1; i < 10_000; i++) {
            assertThat(bolt.onFailure(i * (of - 1))).isZero();
            assertThat(bolt.isHopeless(ANY)).isFalse();
        }
    }

    /** Failures come in clusters by chance: some wait a little, and none is hopeless. */
    @ParameterizedTest(name = "{0} % of calls fail")
    @ValueSource(ints = {5, 10})
    void aBoltThatFailsNowAndThenByChanceHardlyWaits(int percent) {
        FailureBackoff bolt = FailureBackoff.ofBolt();
        SplittableRandom random = new SplittableRandom(percent);
        long calls = 0;
        long waited = 0;
        for (int i = 0; i < 1_000_000; i++) {
            if (random.nextInt(100) < percent) {
                waited += bolt.onFailure(calls);
                assertThat(bolt.isHopeless(ANY)).isFalse();
            } else {
                calls++;
            }
        }
        assertThat(waited / calls).as("nanoseconds a good call").isLessThan(1_000_000);
    }

    @ParameterizedTest(name = "{0} good calls in between")
    @ValueSource(ints = {0, 1})
    void aBoltThatFailsMoreOftenWaitsAndIsHopelessInTheEnd(int good) {
        FailureBackoff bolt = FailureBackoff.ofBolt();
        long waited = 0;
        for (int i = 1; i <= FailureBackoff.TOO_MANY; i++) {
            assertThat(bolt.isHopeless(ANY)).isFalse();
            waited += bolt.onFailure((long) i * good);
        }
        assertThat(bolt.isHopeless(ANY)).isTrue();
        assertThat(waited).isGreaterThan(10_000_000_000L);

        bolt.onFailure(1_000);
        assertThat(bolt.isHopeless(ANY)).as("there is hope again").isFalse();
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
