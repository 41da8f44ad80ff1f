package dev.gale.runtime.worker;

import dev.gale.engine.stats.TaskCounters;
import dev.gale.runtime.executor.RunningExecutor;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Whether a worker has anything left to do. */
final class Quiescence {
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BETWEEN_ATTEMPTS_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final int ATTEMPTS = 4;

    private Quiescence() {}

    /** Spout tuples whose trees are not complete. */
    static long pending(Collection<RunningExecutor> executors) {
        long pending = 0;
        for (RunningExecutor executor : executors) {
            for (TaskCounters counters : executor.counters().values()) {
                pending += counters.pending().get();
            }
        }
        return pending;
    }

    static boolean isQuiet(Worker worker) {
        return isQuiet(worker::isAtRest, worker::turns, LockSupport::parkNanos);
    }

    /**
     * Two looks, since what is handed over between executors during one could be missed by it. Some more when these do not agree: a tick
     * passes in a moment, and may come at the very time of each beat, as their periods often are multiples of each other.
     */
    static boolean isQuiet(BooleanSupplier isAtRest, LongSupplier turns, LongConsumer pause) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (isAtRest.getAsBoolean()) {
                long before = turns.getAsLong();
                pause.accept(BETWEEN_LOOKS_NANOS);
                if (isAtRest.getAsBoolean() && turns.getAsLong() == before) {
                    return true;
                }
            }
            pause.accept(BETWEEN_ATTEMPTS_NANOS);
        }
        return false;
    }

    /** Nothing is pending or under way. */
    static boolean isDrained(Worker worker) {
        return pending(worker.executors().values()) == 0 && isQuiet(worker);
    }
}
