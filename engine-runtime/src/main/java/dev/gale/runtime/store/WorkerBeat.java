package dev.gale.runtime.store;

import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.stats.ExecutorStatistics;
import java.util.List;

/**
 * What a worker tells the cluster every few seconds.
 *
 * @param topology its id
 * @param uptimeMillis of its process
 * @param tasks how far each of its tasks is
 * @param statistics of its executors
 */
public record WorkerBeat(
        String topology,
        WorkerBeatView view,
        long uptimeMillis,
        List<TaskProgress> tasks,
        List<ExecutorStatistics> statistics) {
    /**
     * A task's sign of life.
     *
     * @param steps it has completed
     * @param stuckMillis for which input has waited and no step has completed; 0 if it is not stuck
     */
    public record TaskProgress(int task, long steps, long stuckMillis) {}

    public WorkerBeat {
        tasks = List.copyOf(tasks);
        statistics = List.copyOf(statistics);
    }

    /** The signs of life alone. */
    public WorkerBeat withoutStatistics() {
        return new WorkerBeat(topology, view, uptimeMillis, tasks, List.of());
    }
}
