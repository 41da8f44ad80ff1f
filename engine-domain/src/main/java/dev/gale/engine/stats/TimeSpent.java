package dev.gale.engine.stats;

/**
 * What an executor's thread did with its time.
 *
 * @param busyNanos in user code and the engine's work around it
 * @param blockedNanos waiting for others to take what it holds back
 * @param idleNanos waiting for input, or for something to emit
 */
public record TimeSpent(long busyNanos, long blockedNanos, long idleNanos) {
    public static final TimeSpent NONE = new TimeSpent(0, 0, 0);

    /** From 0 to 1; 0 if nothing was measured. */
    public double busyShare() {
        return share(busyNanos);
    }

    /** From 0 to 1; 0 if nothing was measured. */
    public double blockedShare() {
        return share(blockedNanos);
    }

    /** From 0 to 1; 0 if nothing was measured. */
    public double idleShare() {
        return share(idleNanos);
    }

    TimeSpent plus(TimeSpent other) {
        return new TimeSpent(
                busyNanos + other.busyNanos, blockedNanos + other.blockedNanos, idleNanos + other.idleNanos);
    }

    private double share(long nanos) {
        long all = busyNanos + blockedNanos + idleNanos;
        return all == 0 ? 0 : (double) nanos / all;
    }
}
