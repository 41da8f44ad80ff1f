package dev.gale.control;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How all executors of one component do together.
 *
 * @param kind empty if whoever answers has not got the topology's code yet
 * @param tasks how many
 * @param queueFill that of the executor with the fullest lane, from 0 to 1
 * @param windows each of them
 * @param executors in the order of task ids
 */
public record ComponentStatistics(
        String component,
        Optional<Kind> kind,
        int tasks,
        double queueFill,
        Map<Window, WindowStatistics> windows,
        List<ExecutorStatistics> executors) {
    /** What a component is. */
    public enum Kind {
        SPOUT,
        BOLT,
        /** One of the engine's own, such as the ackers. */
        SYSTEM
    }

    public ComponentStatistics {
        Map<Window, WindowStatistics> inOrder = new EnumMap<>(Window.class);
        inOrder.putAll(windows);
        windows = Collections.unmodifiableMap(inOrder);
        executors = List.copyOf(executors);
    }
}
