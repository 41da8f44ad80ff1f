package dev.gale.engine.executor;

import dev.gale.api.Component;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What one task is to be.
 *
 * @param instances gives a fresh copy of the component each time
 * @param conf the merged configuration, unchangeable
 * @param outputs its streams by id
 * @param trace whether every emit and ack is told to the host
 */
public record TaskPlan(
        int task,
        String component,
        Supplier<? extends Component> instances,
        TaskContext context,
        Map<String, Object> conf,
        Map<String, StreamOutput> outputs,
        boolean trace) {}
