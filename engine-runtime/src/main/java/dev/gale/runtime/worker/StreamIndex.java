package dev.gale.runtime.worker;

import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.tuple.TupleOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers for the streams of each component, the same in all workers of a topology: their place among the sorted ids. */
final class StreamIndex {
    private final TopologyPlan topology;
    private final Map<String, List<String>> streams = new HashMap<>();
    private final Map<String, Map<String, Integer>> numbers = new HashMap<>();
    private final @Nullable TupleOrigin[][] origins;

    StreamIndex(TopologyPlan topology) {
        this.topology = topology;
        origins = new TupleOrigin[topology.layout().taskCount() + 1][];
        for (ComponentTasks component : topology.layout().components()) {
            String id = component.component();
            if (id.equals(dev.gale.api.Streams.ACKER_COMPONENT)) {
                continue;
            }
            List<String> ids = new ArrayList<>(topology.graph().streams(id).keySet());
            ids.sort(null);
            streams.put(id, ids);
            Map<String, Integer> byName = new HashMap<>();
            ids.forEach(each -> byName.put(each, byName.size()));
            numbers.put(id, byName);
            for (int i = 0; i < component.tasks(); i++) {
                origins[component.firstTask().number() + i] = origins(component.firstTask().number() + i);
            }
        }
    }

    int number(String component, String stream) {
        return numbers.get(component).get(stream);
    }

    /** @return null if there is no such task or stream */
    @Nullable TupleOrigin origin(int task, int number) {
        if (task < 1 || task >= origins.length) {
            return null;
        }
        TupleOrigin[] of = origins[task];
        return of != null && number < of.length ? of[number] : null;
    }

    private TupleOrigin[] origins(int task) {
        String component = topology.layout().componentOf(new TaskId(task));
        return streams.get(component).stream()
                .map(stream -> new TupleOrigin(
                        component,
                        task,
                        stream,
                        topology.graph().streams(component).get(stream).fields()))
                .toArray(TupleOrigin[]::new);
    }
}
