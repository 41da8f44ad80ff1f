package dev.gale.engine.stats;

import dev.gale.engine.task.ExecutorId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How one executor does.
 *
 * @param queueFill how full its fullest inbound lane was when last looked at, from 0 to 1
 * @param windows each of them
 */
public record ExecutorStatistics(ExecutorId executor, double queueFill, Map<Window, WindowStatistics> windows) {
    public ExecutorStatistics {
        windows = Collections.unmodifiableMap(new EnumMap<>(windows));
    }
}
