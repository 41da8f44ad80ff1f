package dev.gale.distribution.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells when there is no sense in waiting any longer: workers end again and again and no line more is counted, or nothing moves at all.
 * One worker that ends and comes back is no reason, though its counts begin anew.
 */
final class Stall {
    static final int MOST_ENDS = 4;
    static final Duration SINCE_MOST = Duration.ofSeconds(60);
    static final Duration STANDSTILL = Duration.ofMinutes(2);

    private final Map<String, Long> uptimes = new HashMap<>();
    private long most;
    private long mostNanos;
    private long last;
    private long lastNanos;
    private int ends;

    Stall(long nowNanos) {
        mostNanos = nowNanos;
        lastNanos = nowNanos;
    }

    /**
     * @param counted lines, by the workers that run now
     * @param uptimesNow of workers, by where they run
     */
    void look(long counted, Map<String, Long> uptimesNow, long nowNanos) {
        uptimesNow.forEach((worker, uptime) -> {
            Long before = uptimes.put(worker, uptime);
            if (before != null && uptime < before) {
                ends++;
            }
        });
        if (counted > last) {
            lastNanos = nowNanos;
        }
        last = counted;
        if (counted > most) {
            most = counted;
            mostNanos = nowNanos;
            ends = 0;
        }
    }

    /** Why it has no sense, for people; empty as long as it has. */
    Optional<String> reason(long nowNanos) {
        if (ends >= MOST_ENDS && nowNanos - mostNanos >= SINCE_MOST.toNanos()) {
            return Optional.of("workers ended " + ends + " times, and for " + SINCE_MOST.toSeconds()
                    + " s no line more was counted");
        }
        return nowNanos - lastNanos >= STANDSTILL.toNanos()
                ? Optional.of("no line was counted for " + STANDSTILL.toSeconds() + " s")
                : Optional.empty();
    }
}
