package dev.gale.adapter.netty;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before another attempt: twice as long after each, up to a limit; between half of that and all, by
 * chance, so that many who lost one peer do not come back together.
 */
final class Backoff {
    private static final int MOST_DOUBLINGS = 30;

    private final long leastMillis;
    private final long mostMillis;
    private final RandomGenerator random;

    Backoff(Duration least, Duration most, RandomGenerator random) {
        this.leastMillis = least.toMillis();
        this.mostMillis = most.toMillis();
        this.random = random;
    }

    /** @param failures since the last success; none means soon */
    long delayMillis(int failures) {
        long doubled = leastMillis << Math.min(failures, MOST_DOUBLINGS);
        long ceiling = Math.min(mostMillis, Math.max(leastMillis, doubled));
        return ceiling / 2 + random.nextLong(ceiling / 2 + 1);
    }
}
