package dev.gale.distribution.daemon;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until something holds. */
final class Await {
    /** For what takes seconds on a machine that does nothing else. */
    static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private Await() {}

    interface Condition {
        boolean holds() throws Exception;
    }

    interface Number {
        long now() throws Exception;
    }

    static void until(String what, Condition condition) {
        until(what, PATIENCE_NANOS, condition);
    }

    /** What fails, such as a request that nobody answers or an expectation, does not hold yet. */
    static void until(String what, long patienceNanos, Condition condition) {
        long end = System.nanoTime() + patienceNanos;
        Throwable last = null;
        while (true) {
            try {
                if (condition.holds()) {
                    return;
                }
                last = null;
            } catch (Exception | AssertionError e) {
                last = e;
            }
            if (System.nanoTime() - end >= 0) {
                throw new AssertionError("It took too long until " + what, last);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Lets a fault last as long as the scenario says; what is expected meanwhile is looked at by the caller. */
    static void elapsed(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Until a number has grown further than it is now, {@code times} in a row. */
    static void growth(String what, int times, Number number) throws Exception {
        for (int i = 0; i < times; i++) {
            long before = number.now();
            until(what, () -> number.now() > before);
        }
    }
}
