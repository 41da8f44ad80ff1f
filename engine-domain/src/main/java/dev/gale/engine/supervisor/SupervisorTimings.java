package dev.gale.engine.supervisor;

/**
 * How long a supervisor waits for what.
 *
 * @param startNanos for a worker's first heartbeat
 * @param timeoutNanos without a heartbeat, after which a worker is killed
 * @param graceNanos for a worker to stop by itself
 * @param firstBackOffNanos before a worker that ended unasked is started again; doubled when it happens again soon
 * @param longestBackOffNanos between two starts at most
 * @param goodRunNanos after which earlier failures are forgotten
 * @param retryNanos between two attempts to fetch code or to kill
 */
public record SupervisorTimings(
        long startNanos,
        long timeoutNanos,
        long graceNanos,
        long firstBackOffNanos,
        long longestBackOffNanos,
        long goodRunNanos,
        long retryNanos) {
    public SupervisorTimings {
        if (startNanos <= 0
                || timeoutNanos <= 0
                || graceNanos < 0
                || firstBackOffNanos <= 0
                || longestBackOffNanos < firstBackOffNanos
                || goodRunNanos <= 0
                || retryNanos <= 0) {
            throw new IllegalArgumentException("not the times of a supervisor: " + startNanos + ", " + timeoutNanos
                    + ", " + graceNanos + ", " + firstBackOffNanos + ", " + longestBackOffNanos + ", " + goodRunNanos
                    + ", " + retryNanos);
        }
    }
}
