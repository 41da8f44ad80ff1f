package dev.gale.control;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything about a topology but its tasks and errors.
 *
 * @param conf its own config; secrets are hidden
 * @param workers by supervisor and port
 * @param components by id, those of the engine last
 */
public record TopologyDetails(
        TopologySummary topology,
        Map<String, Object> conf,
        List<WorkerSummary> workers,
        List<ComponentStatistics> components) {
    public TopologyDetails {
        conf = Collections.unmodifiableMap(new LinkedHashMap<>(conf));
        workers = List.copyOf(workers);
        components = List.copyOf(components);
    }
}
