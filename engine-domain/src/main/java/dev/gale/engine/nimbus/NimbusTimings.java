package dev.gale.engine.nimbus;

/**
 * How long a leader waits for what.
 *
 * @param taskTimeoutNanos without a sign of life, after which a worker counts as silent
 * @param taskLaunchNanos that a supervisor has to start a worker, at first and again
 * @param supervisorTimeoutNanos without an update of its record, after which a supervisor counts as silent
 * @param monitorNanos after which everything is planned anew at the latest, though nothing is known to have changed
 * @param rewriteNanos between two notes of how long a kill or a rebalance still waits
 */
public record NimbusTimings(
        long taskTimeoutNanos,
        long taskLaunchNanos,
        long supervisorTimeoutNanos,
        long monitorNanos,
        long rewriteNanos) {
    public NimbusTimings {
        if (taskTimeoutNanos <= 0
                || taskLaunchNanos <= 0
                || supervisorTimeoutNanos <= 0
                || monitorNanos <= 0
                || rewriteNanos <= 0) {
            throw new IllegalArgumentException("times above 0 are needed: " + taskTimeoutNanos + ", " + taskLaunchNanos
                    + ", " + supervisorTimeoutNanos + ", " + monitorNanos + ", " + rewriteNanos);
        }
    }
}
