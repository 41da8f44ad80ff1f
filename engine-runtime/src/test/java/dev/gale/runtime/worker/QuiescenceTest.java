package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QuiescenceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private long now;
    private long turns;

    /** The worker is at work from the one time to the other, and does a turn then. */
    private boolean isQuiet(long from, long to) {
        return Quiescence.isQuiet(
                () -> now < from || now >= to, () -> turns + (now >= from ? 1 : 0), pause -> now += pause);
    }

    @Test
    void whoDoesNothingIsQuietAfterTwoLooks() {
        assertThat(isQuiet(Long.MAX_VALUE, Long.MAX_VALUE)).isTrue();
        assertThat(now).isEqualTo(MILLI);
    }

    /** A period of beats that is a multiple of a tick's would meet the same tick at each beat, and a topology never be FINISHED. */
    @Test
    void aTickInTheMomentOfALookDisturbsNobody() {
        assertThat(isQuiet(0, MILLI / 10)).as("during the first look").isTrue();
        now = 0;
        assertThat(isQuiet(MILLI / 2, MILLI / 2 + 1)).as("between both looks").isTrue();
    }

    @Test
    void whoGoesOnWorkingIsNotQuiet() {
        assertThat(isQuiet(0, Long.MAX_VALUE)).isFalse();
        assertThat(Quiescence.isQuiet(() -> true, () -> turns++, pause -> now += pause))
                .isFalse();
    }
}
