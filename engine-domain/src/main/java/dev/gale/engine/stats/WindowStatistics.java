package dev.gale.engine.stats;

import java.util.List;

/**
 * Figures over a window.
 *
 * @param coveredNanos the time they cover: less than the window when there is no more yet
 * @param capacity the share of that time which execute would take if every call took the mean: near 1 and above, the component needs
 *     more executors. Of a component, that of its most loaded executor
 */
public record WindowStatistics(Figures figures, long coveredNanos, double capacity) {
    static WindowStatistics of(Figures figures, long coveredNanos) {
        double executeNanos = StreamCounts.total(figures.counts().executed())
                * figures.latencies().execute().meanMillis()
                * 1e6;
        return new WindowStatistics(figures, coveredNanos, coveredNanos == 0 ? 0 : executeNanos / coveredNanos);
    }

    static WindowStatistics together(List<WindowStatistics> parts) {
        Figures figures = Figures.NONE;
        long coveredNanos = 0;
        double capacity = 0;
        for (WindowStatistics part : parts) {
            figures = figures.plus(part.figures);
            coveredNanos = Math.max(coveredNanos, part.coveredNanos);
            capacity = Math.max(capacity, part.capacity);
        }
        return new WindowStatistics(figures, coveredNanos, capacity);
    }
}
