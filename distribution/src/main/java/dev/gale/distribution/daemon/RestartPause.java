package dev.gale.distribution.daemon;

import java.time.Duration;

/** How long to wait before a process is started again: not at all at first, then longer each time, until one has run well. */
final class RestartPause {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration GOOD_RUN = Duration.ofMinutes(1);

    private Duration next = Duration.ZERO;

    /** @param ran how long the last one did; nothing if it did not start */
    Duration after(Duration ran) {
        Duration wait = ran.compareTo(GOOD_RUN) >= 0 ? Duration.ZERO : next;
        Duration twice = wait.isZero() ? FIRST : wait.multipliedBy(2);
        next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
        return wait;
    }
}
