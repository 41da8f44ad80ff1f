package dev.gale.engine.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class HeartbeatTrackerTest {
    private final HeartbeatTracker<String> tracker = new HeartbeatTracker<>();

    /** storm 8419: beats with equal stamps, or with stamps that go back, are signs of life all the same. */
    @Test
    void anyOtherNumberIsASignOfLife() {
        tracker.touch("a", 5, 0);
        tracker.touch("a", 4, 100);
        assertThat(tracker.silentNanos("a", 100)).isZero();

        tracker.touch("a", 1_000_000, 200);
        assertThat(tracker.silentNanos("a", 250)).isEqualTo(50);
    }

    @Test
    void theSameRecordReadAgainIsNone() {
        tracker.touch("a", 5, 0);
        tracker.touch("a", 5, 100);

        assertThat(tracker.silentNanos("a", 100)).isEqualTo(100);
    }

    @Test
    void whoIsExpectedIsSilentFromThenOn() {
        tracker.expect("a", 10);
        tracker.expect("a", 50);

        assertThat(tracker.silentNanos("a", 60)).isEqualTo(50);
        assertThat(tracker.wasHeard("a")).isFalse();
        tracker.touch("a", 1, 70);
        assertThat(tracker.wasHeard("a")).isTrue();
    }

    @Test
    void forgivenSilenceCountsFromThenOn() {
        tracker.touch("a", 1, 0);
        tracker.restart(500);

        assertThat(tracker.silentNanos("a", 600)).isEqualTo(100);
        tracker.touch("a", 1, 600);
        assertThat(tracker.silentNanos("a", 600))
                .as("the old number is no news")
                .isEqualTo(100);
    }

    @Test
    void whoIsNotRetainedIsForgotten() {
        tracker.touch("a", 1, 0);
        tracker.touch("b", 1, 0);
        tracker.retain(Set.of("b"));

        assertThat(tracker.silentNanos("a", 100)).isZero();
        assertThat(tracker.silentNanos("b", 100)).isEqualTo(100);
    }

    @Test
    void theClockMayPassItsLargestNumber() {
        tracker.touch("a", 1, Long.MAX_VALUE - 10);

        assertThat(tracker.silentNanos("a", Long.MIN_VALUE + 9)).isEqualTo(20);
    }
}
