package dev.gale.engine.stats;

import dev.gale.engine.task.ExecutorId;
import java.util.EnumMap;
import java.util.Map;

/**
 * Follows one executor: cumulative figures come in, statistics over windows go out. The executor's process may restart in between,
 * see {@link WindowedTotals}. Not thread-safe.
 */
public final class ExecutorStatisticsTracker {
    private final ExecutorId executor;
    private final WindowedTotals<Figure> totals;
    private double queueFill;

    public ExecutorStatisticsTracker(ExecutorId executor, long nowNanos) {
        this.executor = executor;
        this.totals = new WindowedTotals<>(nowNanos);
    }

    /**
     * @param cumulative everything since the executor's process started
     * @param fill how full its fullest inbound lane is, from 0 to 1
     */
    public void onFigures(Figures cumulative, double fill, long nowNanos) {
        totals.onSnapshot(Figure.take(cumulative, executor.component()), nowNanos);
        queueFill = fill;
    }

    /**
     * Before all others, if the executor's process has been running for longer than this tracker: what it did so far counts for all
     * time and in no shorter window.
     */
    public void onBaseline(Figures cumulative, long nowNanos) {
        totals.onBaseline(Figure.take(cumulative, executor.component()), nowNanos);
    }

    public ExecutorStatistics statistics(long nowNanos) {
        Map<Window, WindowStatistics> windows = new EnumMap<>(Window.class);
        for (Window window : Window.values()) {
            Figures figures = Figure.join(totals.totals(window, nowNanos));
            windows.put(window, WindowStatistics.of(figures, totals.coveredNanos(window, nowNanos)));
        }
        return new ExecutorStatistics(executor, queueFill, windows);
    }
}
