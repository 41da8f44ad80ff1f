package dev.gale.local;

import dev.gale.engine.cluster.WorkerSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** When the workers that broke are started anew: soon, and later and later for one that breaks again before long. */
final class Restarts {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long GOOD_RUN_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Map<WorkerSlot, Long> dueAt = new TreeMap<>();
    private final Map<WorkerSlot, Integer> inARow = new TreeMap<>();

    /** @return nanoseconds until it is due */
    long schedule(WorkerSlot slot, long ranNanos, long nowNanos) {
        int number = ranNanos > GOOD_RUN_NANOS ? 1 : inARow.getOrDefault(slot, 0) + 1;
        inARow.put(slot, number);
        long wait = Math.min(FIRST_NANOS << Math.min(number - 1, 20), LONGEST_NANOS);
        dueAt.put(slot, nowNanos + wait);
        return wait;
    }

    /** Those whose time has come; they wait no longer. */
    List<WorkerSlot> takeDue(long nowNanos) {
        List<WorkerSlot> due = new ArrayList<>();
        dueAt.forEach((slot, at) -> {
            if (nowNanos - at >= 0) {
                due.add(slot);
            }
        });
        due.forEach(dueAt::remove);
        return due;
    }

    boolean isWaiting(WorkerSlot slot) {
        return dueAt.containsKey(slot);
    }

    boolean isEmpty() {
        return dueAt.isEmpty();
    }

    void clear() {
        dueAt.clear();
    }
}
