package dev.gale.api;

import java.util.Map;

/** Settings of one component, on the builder. They win over those that the component declares itself. */
public interface ComponentDeclarer<D extends ComponentDeclarer<D>> {
    /** The number of tasks; without it, one an executor. */
    D setNumTasks(int tasks);

    D addConfiguration(String key, Object value);

    D addConfigurations(Map<String, Object> config);

    default D setMaxSpoutPending(int pending) {
        return addConfiguration(Config.TOPOLOGY_MAX_SPOUT_PENDING, pending);
    }

    default D setMaxTaskParallelism(int tasks) {
        return addConfiguration(Config.TOPOLOGY_MAX_TASK_PARALLELISM, tasks);
    }

    default D setDebug(boolean debug) {
        return addConfiguration(Config.TOPOLOGY_DEBUG, debug);
    }
}
