package dev.gale.engine.stats;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a topology does. Numbers of tuples and times spent are exact; latencies, and so capacities, are sampled: see
 * {@link LatencySum}.
 *
 * @param components by id
 */
public record TopologyStatistics(Map<String, ComponentStatistics> components) {
    public TopologyStatistics {
        components = Collections.unmodifiableMap(new TreeMap<>(components));
    }

    /** @throws IllegalArgumentException if there is no such component */
    public ComponentStatistics component(String id) {
        ComponentStatistics component = components.get(id);
        if (component == null) {
            throw new IllegalArgumentException("There is no component '" + id + "'; there are " + components.keySet());
        }
        return component;
    }

    public static TopologyStatistics of(Collection<ExecutorStatistics> executors) {
        Map<String, List<ExecutorStatistics>> byComponent = new TreeMap<>();
        executors.stream()
                .sorted(Comparator.comparing(ExecutorStatistics::executor))
                .forEach(executor -> byComponent
                        .computeIfAbsent(executor.executor().component(), component -> new ArrayList<>())
                        .add(executor));
        Map<String, ComponentStatistics> components = new TreeMap<>();
        byComponent.forEach((component, of) -> components.put(component, ComponentStatistics.together(component, of)));
        return new TopologyStatistics(components);
    }
}
