package dev.gale.control;

/**
 * Figures over a window.
 *
 * @param coveredMillis the time they cover: less than the window when there is no more yet
 * @param capacity the share of that time which execute would take if every call took the mean: near 1 and above, the component needs
 *     more executors. Of a component, that of its most loaded executor
 */
public record WindowStatistics(
        StreamCounts counts,
        Latencies latencies,
        TimeSpent time,
        Troubles troubles,
        long coveredMillis,
        double capacity) {}
