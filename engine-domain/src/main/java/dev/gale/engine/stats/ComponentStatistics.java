package dev.gale.engine.stats;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How all executors of one component do together.
 *
 * @param queueFill that of the executor with the fullest lane, from 0 to 1
 * @param windows each of them
 * @param executors in the order of task ids
 */
public record ComponentStatistics(
        String component, double queueFill, Map<Window, WindowStatistics> windows, List<ExecutorStatistics> executors) {
    public ComponentStatistics {
        windows = Collections.unmodifiableMap(new EnumMap<>(windows));
        executors = List.copyOf(executors);
    }

    public WindowStatistics window(Window window) {
        return Objects.requireNonNull(windows.get(window), window::name);
    }

    static ComponentStatistics together(String component, List<ExecutorStatistics> executors) {
        double queueFill = 0;
        Map<Window, WindowStatistics> windows = new EnumMap<>(Window.class);
        for (ExecutorStatistics executor : executors) {
            queueFill = Math.max(queueFill, executor.queueFill());
        }
        for (Window window : Window.values()) {
            windows.put(
                    window,
                    WindowStatistics.together(executors.stream()
                            .map(executor -> executor.windows().get(window))
                            .toList()));
        }
        return new ComponentStatistics(component, queueFill, windows, executors);
    }
}
