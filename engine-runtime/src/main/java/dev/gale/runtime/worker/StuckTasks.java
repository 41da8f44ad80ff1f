package dev.gale.runtime.worker;

import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ExecutorId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * For how long executors have been inside one call of user code, which keeps all that comes in waiting. An executor that idles,
 * prepares, or waits for others to take what it has, is never stuck. Used by one thread.
 */
final class StuckTasks {
    /**
     * The most that counts between two looks, which are meant to follow more closely: while nobody looked, the whole process may have
     * stood still.
     */
    static final long MOST_BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Map<ExecutorId, Long> limits;
    private final Map<ExecutorId, Silence> silences = new TreeMap<>();
    private boolean looked;
    private long lastLook;

    /**
     * What an executor is seen to do.
     *
     * @param steps that it has completed
     * @param waitedNanos that it has waited, for input or for others
     * @param atWork whether it does anything but wait or prepare at this moment
     */
    record Progress(ExecutorId executor, long steps, long waitedNanos, boolean atWork) {}

    /** For how long an executor has got no further than it was. */
    private record Silence(Progress at, long nanos) {}

    /** @param limits in nanoseconds, by executor: from when one counts as stuck */
    StuckTasks(Map<ExecutorId, Long> limits) {
        this.limits = new TreeMap<>(limits);
    }

    /** With the limits that a topology's settings give to some of its executors. */
    static StuckTasks of(TopologyPlan plan, List<ExecutorId> executors) {
        Map<ExecutorId, Long> limits = new TreeMap<>();
        executors.forEach(executor ->
                limits.put(executor, Wiring.settings(plan, executor).taskStuck().toNanos()));
        return new StuckTasks(limits);
    }

    /** To be called often. @return executors that were not stuck at the last look, and are now */
    List<ExecutorId> look(Collection<Progress> executors, long nowNanos) {
        long passed = looked ? Math.min(nowNanos - lastLook, MOST_BETWEEN_LOOKS_NANOS) : 0;
        looked = true;
        lastLook = nowNanos;
        List<ExecutorId> found = new ArrayList<>();
        for (Progress now : executors) {
            boolean before = stuckNanos(now.executor) > 0;
            Silence last = silences.get(now.executor);
            long nanos = last != null && now.atWork && now.equals(last.at) ? last.nanos + passed : 0;
            silences.put(now.executor, new Silence(now, nanos));
            if (!before && stuckNanos(now.executor) > 0) {
                found.add(now.executor);
            }
        }
        return found;
    }

    /** Nanoseconds for which an executor has got no further, if it is stuck; otherwise 0. */
    long stuckNanos(ExecutorId executor) {
        long silent = silentNanos(executor);
        return silent >= limit(executor) ? silent : 0;
    }

    /** Executors that are stuck for twice their limit. */
    List<ExecutorId> hopeless() {
        return limits.keySet().stream()
                .filter(executor -> silentNanos(executor) / 2 >= limit(executor))
                .toList();
    }

    private long limit(ExecutorId executor) {
        return limits.getOrDefault(executor, Long.MAX_VALUE);
    }

    private long silentNanos(ExecutorId executor) {
        Silence last = silences.get(executor);
        return last == null ? 0 : last.nanos;
    }
}
