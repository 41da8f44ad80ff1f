package dev.gale.local;

import java.time.Duration;

/** When a wait ends, on the clock of {@link System#nanoTime}. A wait that is longer than this clock counts is as long as it counts. */
record Deadline(long atNanos) {
    /** Half of what the clock counts, so that two deadlines can be compared. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 2;

    private static final Duration LONGEST = Duration.ofNanos(LONGEST_NANOS);

    /** @param wait one below 0 is over at once */
    static Deadline after(Duration wait) {
        long nanos = wait.isNegative() ? 0 : wait.compareTo(LONGEST) >= 0 ? LONGEST_NANOS : wait.toNanos();
        return new Deadline(System.nanoTime() + nanos);
    }

    long leftNanos() {
        return atNanos - System.nanoTime();
    }

    boolean isOver() {
        return leftNanos() <= 0;
    }

    boolean isBefore(Deadline other) {
        return atNanos - other.atNanos < 0;
    }
}
