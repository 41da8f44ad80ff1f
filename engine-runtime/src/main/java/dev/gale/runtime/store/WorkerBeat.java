package dev.gale.runtime.store;

import dev.gale.engine.nimbus.WorkerBeatView;
import java.util.List;
import java.util.Map;

/**
 * What a worker tells the cluster every few seconds.
 *
 * @param topology its id
 * @param uptimeMillis of its process
 * @param tasks how far each of its tasks is
 * @param statistics per executor, as the API gives them
 */
public record WorkerBeat(
        String topology,
        WorkerBeatView view,
        long uptimeMillis,
        List<TaskProgress> tasks,
        Map<String, Object> statistics) {
    /**
     * A task's sign of life.
     *
     * @param steps it has completed
     * @param stuckMillis for which input has waited and no step has completed; 0 if it is not stuck
     */
    public record TaskProgress(int task, long steps, long stuckMillis) {}

    public WorkerBeat {
        tasks = List.copyOf(tasks);
    }
}
