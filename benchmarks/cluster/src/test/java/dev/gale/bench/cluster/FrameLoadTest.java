package dev.gale.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Both ends together, over a link that is a call. */
class FrameLoadTest {
    private final FrameLoad load = new FrameLoad(List.of());
    private final FrameCounter counter = new FrameCounter();

    /** Refuses every third frame once, and loses one in so many of those that are counted. */
    private final class Direct implements FrameLink {
        private final int loses;
        private int offers;
        private int waits;

        Direct(int loses) {
            this.loses = loses;
        }

        @Override
        public boolean offer(ByteBuffer frame) throws IOException {
            offers++;
            if (offers % 3 == 0) {
                return false;
            }
            if (loses == 0 || offers % loses != 0 || Frames.kind(frame) != Frames.COUNTED) {
                counter.frame(back(), frame);
            }
            return true;
        }

        @Override
        public void awaitRoom() {
            waits++;
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private FrameLink back() {
        return new FrameLink() {
            @Override
            public boolean offer(ByteBuffer frame) {
                load.frame(this, frame);
                return true;
            }

            @Override
            public void awaitRoom() {
                throw new IllegalStateException("there is room always");
            }

            @Override
            public void flush() {
                // Nothing is held back.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    @Test
    void aFloodIsCountedWhereItArrives() throws Exception {
        Direct link = new Direct(0);

        Map<String, Double> figures = load.flood(link, 100, Duration.ofMillis(1));

        assertThat(figures.keySet()).containsExactly("rate", "mbPerSecond", "cpu");
        assertThat(figures.get("mbPerSecond")).isCloseTo(figures.get("rate") / 10_000, within(1e-6));
        assertThat(link.waits).as("refusals").isPositive();
    }

    @Test
    void aFloodOfWhichSomeIsLostIsNoFigure() {
        assertThatThrownBy(() -> load.flood(new Direct(50), 100, Duration.ofMillis(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("arrived");
    }

    @Test
    void answersWaitForRoomInTheirOrder() throws Exception {
        List<Long> answered = new ArrayList<>();
        AtomicBoolean full = new AtomicBoolean(true);
        FrameLink narrow = new FrameLink() {
            @Override
            public boolean offer(ByteBuffer frame) {
                return !full.get() && answered.add(Frames.number(frame));
            }

            @Override
            public void awaitRoom() {
                throw new IllegalStateException("a receiver does not wait");
            }

            @Override
            public void flush() {
                // Nothing is held back.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        for (long number = 1; number <= 3; number++) {
            ByteBuffer ping = Frames.of(100, Frames.PING);
            Frames.number(ping, number);
            counter.frame(narrow, ping);
        }
        assertThat(answered).isEmpty();

        full.set(false);
        counter.room(narrow);

        assertThat(answered).containsExactly(1L, 2L, 3L);
    }

    @Test
    void pingsComeBack() throws Exception {
        Map<String, Double> figures = load.pings(new Direct(0), 100, 5_000, Duration.ofNanos(200_000));

        assertThat(figures.keySet()).containsExactly("p50", "p99", "p999", "cpu");
        assertThat(figures.get("p50")).isLessThanOrEqualTo(figures.get("p999"));
    }
}
