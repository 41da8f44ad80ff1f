package dev.gale.control;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How one executor does.
 *
 * @param firstTask the lowest id of its tasks
 * @param lastTask the highest id of its tasks
 * @param worker that runs it; empty if it has no place
 * @param uptimeMillis of the worker; empty before its first beat
 * @param queueFill how full its fullest inbound lane was when last looked at, from 0 to 1
 * @param windows each of them
 */
public record ExecutorStatistics(
        int firstTask,
        int lastTask,
        Optional<WorkerAddress> worker,
        OptionalLong uptimeMillis,
        double queueFill,
        Map<Window, WindowStatistics> windows) {
    public ExecutorStatistics {
        Map<Window, WindowStatistics> inOrder = new EnumMap<>(Window.class);
        inOrder.putAll(windows);
        windows = Collections.unmodifiableMap(inOrder);
    }
}
