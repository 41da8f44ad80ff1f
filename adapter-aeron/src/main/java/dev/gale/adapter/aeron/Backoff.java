package dev.gale.adapter.aeron;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** How long to wait before another attempt: doubles up to a limit; between half of that and all, by chance. */
final class Backoff {
    private static final int MOST_DOUBLINGS = 20;

    private final long leastMillis;
    private final long mostMillis;
    private final RandomGenerator random;

    Backoff(Duration least, Duration most, RandomGenerator random) {
        this.leastMillis = least.toMillis();
        this.mostMillis = most.toMillis();
        this.random = random;
    }

    /** @param failures since the last success; none means soon */
    long delayNanos(int failures) {
        long doubled = leastMillis << Math.max(0, Math.min(failures, MOST_DOUBLINGS));
        long ceiling = Math.min(mostMillis, Math.max(leastMillis, doubled));
        return TimeUnit.MILLISECONDS.toNanos(ceiling / 2 + random.nextLong(ceiling / 2 + 1));
    }
}
