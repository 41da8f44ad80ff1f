package dev.gale.runtime.worker;

import dev.gale.engine.stats.TaskCounters;
import dev.gale.runtime.executor.RunningExecutor;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Whether a worker has anything left to do. */
final class Quiescence {
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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

    /** Two looks: what is handed over between executors during one could be missed by it. */
    static boolean isQuiet(Worker worker) {
        if (!worker.isAtRest()) {
            return false;
        }
        long before = worker.turns();
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        return worker.isAtRest() && worker.turns() == before;
    }

    /** Nothing is pending or under way. */
    static boolean isDrained(Worker worker) {
        return pending(worker.executors().values()) == 0 && isQuiet(worker);
    }
}
