package dev.gale.engine.executor;

/**
 * How long a component that threw waits for its new instance. A failure after a run of good calls costs nothing; failures that follow
 * closely on each other wait longer and longer, and in the end are too many for the worker. What is too close differs: a bolt that fails
 * on one input in ten does good work on the others, and is to go on with it; a spout's calls are mostly questions that it has no answer
 * to, and each failure makes it forget what is pending.
 */
final class FailureBackoff {
    static final int TOO_MANY = 16;

    private static final long GOOD_RUN = 100;
    private static final long FIRST_NANOS = 10_000_000;
    private static final long LONGEST_NANOS = 5_000_000_000L;

    private final long forgiving;
    private long callsAtLastFailure;
    private long failures;

    /** @param forgiving good calls that make one failure forgotten; a run of a hundred makes all */
    private FailureBackoff(long forgiving) {
        this.forgiving = forgiving;
    }

    /** Waits if more than about one call in three fails. */
    static FailureBackoff ofBolt() {
        return new FailureBackoff(2);
    }

    static FailureBackoff ofSpout() {
        return new FailureBackoff(GOOD_RUN);
    }

    /** @param calls good calls into the component so far, over all its instances. @return nanoseconds to wait */
    long onFailure(long calls) {
        long good = calls - callsAtLastFailure;
        failures = good >= GOOD_RUN ? 1 : Math.max(0, failures - good / forgiving) + 1;
        callsAtLastFailure = calls;
        return failures == 1 ? 0 : Math.min(FIRST_NANOS << Math.min(failures - 2, 20), LONGEST_NANOS);
    }

    /** Whether only a new worker can help after this failure. */
    boolean isHopeless(Throwable failure) {
        return failures >= TOO_MANY || isOfTheMachine(failure);
    }

    /** Memory that ran out and the like, which the next instance would meet too; an endless recursion is the component's own. */
    static boolean isOfTheMachine(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
    }
}
