package dev.gale.runtime.worker;

import dev.gale.api.StreamSpec;
import dev.gale.api.Streams;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.topology.StreamId;
import dev.gale.engine.tuple.TupleOrigin;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers for the streams of each component, the same in all workers of a topology: their place among the sorted ids. */
final class StreamIndex {
    private final Map<StreamId, Integer> numbers = new HashMap<>();

    /** By task, then number; none for the engine's own tasks. */
    private final TupleOrigin[][] origins;

    StreamIndex(TopologyPlan topology) {
        origins = new TupleOrigin[topology.layout().taskCount() + 1][0];
        for (ComponentTasks component : topology.layout().components()) {
            String id = component.component();
            if (id.equals(Streams.ACKER_COMPONENT)) {
                continue;
            }
            Map<String, StreamSpec> sorted = new TreeMap<>(topology.graph().streams(id));
            int next = 0;
            for (String stream : sorted.keySet()) {
                numbers.put(new StreamId(id, stream), next++);
            }
            int first = component.firstTask().number();
            for (int task = first; task < first + component.tasks(); task++) {
                origins[task] = origins(id, task, sorted);
            }
        }
    }

    int number(String component, String stream) {
        Integer number = numbers.get(new StreamId(component, stream));
        if (number == null) {
            throw new IllegalStateException("Component '" + component + "' has no stream '" + stream + "'");
        }
        return number;
    }

    /** @return null if there is no such task or stream */
    @Nullable
    TupleOrigin origin(int task, int number) {
        if (task < 1 || task >= origins.length) {
            return null;
        }
        TupleOrigin[] of = origins[task];
        return number < of.length ? of[number] : null;
    }

    private static TupleOrigin[] origins(String component, int task, Map<String, StreamSpec> streams) {
        return streams.entrySet().stream()
                .map(stream -> new TupleOrigin(
                        component, task, stream.getKey(), stream.getValue().fields()))
                .toArray(TupleOrigin[]::new);
    }
}
