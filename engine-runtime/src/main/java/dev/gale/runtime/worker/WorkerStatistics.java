package dev.gale.runtime.worker;

import dev.gale.engine.stats.ExecutorStatistics;
import dev.gale.engine.stats.ExecutorStatisticsTracker;
import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.task.ExecutorId;
import dev.gale.runtime.executor.RunningExecutor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Follows the figures of a run's executors, over restarts. */
public final class WorkerStatistics {
    /** As fine as the shortest window's buckets need. */
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanoClock;
    private final Map<ExecutorId, ExecutorStatisticsTracker> trackers = new TreeMap<>();
    /** The lives that are over, without what lived. */
    private final Map<ExecutorId, Object> ended = new TreeMap<>();

    private long nextObservation;

    public WorkerStatistics(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        nextObservation = nanoClock.getAsLong();
    }

    /** To be called often; looks at the figures when it is time. */
    public synchronized void observe(Collection<RunningExecutor> executors, long nowNanos) {
        if (nowNanos - nextObservation >= 0) {
            nextObservation = nowNanos + PERIOD_NANOS;
            take(executors, nowNanos);
        }
    }

    /** Takes the last figures of executors that have ended. Others may follow under the same ids, and count from 0. */
    public synchronized void keep(Collection<RunningExecutor> executors) {
        long now = nanoClock.getAsLong();
        take(executors, now);
        for (RunningExecutor executor : executors) {
            tracker(executor.id(), now).onFigures(Figures.NONE, 0, now);
            ended.put(executor.id(), executor.life());
        }
    }

    public synchronized TopologyStatistics read(Collection<RunningExecutor> executors) {
        long now = nanoClock.getAsLong();
        take(executors, now);
        List<ExecutorStatistics> all = new ArrayList<>();
        trackers.values().forEach(tracker -> all.add(tracker.statistics(now)));
        return TopologyStatistics.of(all);
    }

    private void take(Collection<RunningExecutor> executors, long now) {
        for (RunningExecutor executor : executors) {
            // A reader may come late with executors that were kept meanwhile.
            if (ended.get(executor.id()) != executor.life()) {
                tracker(executor.id(), now).onFigures(executor.figures(), executor.queueFill(), now);
            }
        }
    }

    private ExecutorStatisticsTracker tracker(ExecutorId executor, long now) {
        return trackers.computeIfAbsent(executor, id -> new ExecutorStatisticsTracker(id, now));
    }
}
