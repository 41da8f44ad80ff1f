package dev.gale.runtime.worker;

import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ExecutorId;
import dev.gale.runtime.executor.RunningExecutor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * For how long executors have been inside one call of user code. An executor that idles, or waits for others to take what it has, is
 * never stuck. Used by one thread.
 */
final class StuckTasks {
    private record Seen(long turns, long waitedNanos, long sinceNanos) {}

    private final Map<ExecutorId, Long> limits;
    private final Map<ExecutorId, Seen> seen = new TreeMap<>();

    /** @param limits in nanoseconds, by executor: from when one counts as stuck */
    StuckTasks(Map<ExecutorId, Long> limits) {
        this.limits = new TreeMap<>(limits);
    }

    static StuckTasks none() {
        return new StuckTasks(Map.of());
    }

    /** With the limits that a topology's settings give to some of its executors. */
    static StuckTasks of(TopologyPlan plan, List<ExecutorId> executors) {
        Map<ExecutorId, Long> limits = new TreeMap<>();
        executors.forEach(executor ->
                limits.put(executor, Wiring.settings(plan, executor).taskStuck().toNanos()));
        return new StuckTasks(limits);
    }

    /** To be called often. */
    void look(Collection<RunningExecutor> executors, long nowNanos) {
        for (RunningExecutor executor : executors) {
            Seen before = seen.get(executor.id());
            long turns = executor.turns();
            long waited = executor.waitedNanos();
            if (before == null || before.turns != turns || before.waitedNanos != waited || executor.isAtRest()) {
                seen.put(executor.id(), new Seen(turns, waited, nowNanos));
            }
        }
    }

    /** Nanoseconds for which an executor has been stuck, and before; 0 if it is not. */
    long stuckNanos(ExecutorId executor, long nowNanos) {
        long silent = silentNanos(executor, nowNanos);
        return silent >= limits.getOrDefault(executor, Long.MAX_VALUE) ? silent : 0;
    }

    /** Executors that are stuck for twice their limit. */
    List<ExecutorId> hopeless(long nowNanos) {
        return limits.keySet().stream()
                .filter(executor ->
                        silentNanos(executor, nowNanos) / 2 >= limits.getOrDefault(executor, Long.MAX_VALUE))
                .toList();
    }

    private long silentNanos(ExecutorId executor, long nowNanos) {
        Seen last = seen.get(executor);
        return last == null ? 0 : nowNanos - last.sinceNanos;
    }
}
