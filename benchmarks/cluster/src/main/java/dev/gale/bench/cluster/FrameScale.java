package dev.gale.bench.cluster;

import java.time.Duration;
import java.util.List;

/**
 * How much of it is measured.
 *
 * @param rounds in which the paths take turns
 * @param warmup before each flood
 * @param flood for how long frames are sent as fast as they are taken
 * @param pings for how long frames are sent at a fixed rate, each to come back
 * @param budget the whole ends within it
 */
record FrameScale(int rounds, Duration warmup, Duration flood, Duration pings, Duration budget) {
    static final FrameScale FULL = new FrameScale(
            3, Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(1_180));
    static final FrameScale QUICK = new FrameScale(
            3, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(285));

    List<String> words() {
        return List.of(
                Long.toString(warmup.toMillis()), Long.toString(flood.toMillis()), Long.toString(pings.toMillis()));
    }
}
