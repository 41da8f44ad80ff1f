package dev.gale.runtime.executor;

import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.Latencies;
import dev.gale.engine.stats.LatencySum;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TaskCounters;
import dev.gale.engine.stats.TimeSpent;
import dev.gale.engine.stats.Troubles;
import dev.gale.engine.topology.StreamId;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Adds the counters of an executor's tasks up. */
final class ExecutorFigures {
    private final Map<String, Long> emitted = new TreeMap<>();
    private final Map<String, Long> transferred = new TreeMap<>();
    private final Map<StreamId, Long> executed = new TreeMap<>();
    private final Map<StreamId, Long> acked = new TreeMap<>();
    private final Map<StreamId, Long> failed = new TreeMap<>();
    private LatencySum execute = LatencySum.NONE;
    private LatencySum process = LatencySum.NONE;
    private LatencySum complete = LatencySum.NONE;
    private Troubles troubles = Troubles.NONE;

    private ExecutorFigures() {}

    static Figures of(String component, boolean spout, Collection<TaskCounters> tasks, TimeSpent time) {
        ExecutorFigures sums = new ExecutorFigures();
        tasks.forEach(task -> sums.add(component, spout, task));
        return new Figures(
                new StreamCounts(sums.emitted, sums.transferred, sums.executed, sums.acked, sums.failed),
                new Latencies(sums.execute, sums.process, sums.complete),
                time,
                sums.troubles);
    }

    private void add(String component, boolean spout, TaskCounters task) {
        task.outputs().forEach((stream, output) -> {
            emitted.merge(stream, output.emitted(), Long::sum);
            transferred.merge(stream, output.transferred(), Long::sum);
            if (spout) {
                StreamId id = new StreamId(component, stream);
                acked.merge(id, output.acked().get(), Long::sum);
                failed.merge(id, output.failed().get(), Long::sum);
            }
        });
        task.inputs().forEach((key, input) -> {
            StreamId id = new StreamId(key.component(), key.stream());
            executed.merge(id, input.executed().get(), Long::sum);
            acked.merge(id, input.acked().get(), Long::sum);
            failed.merge(id, input.failed().get(), Long::sum);
            execute = execute.plus(sum(input.execute()));
            process = process.plus(sum(input.process()));
        });
        complete = complete.plus(sum(task.complete()));
        troubles = troubles.plus(new Troubles(
                task.timedOut().get(), task.strays().get(), task.errors().get()));
    }

    private static LatencySum sum(TaskCounters.Latency latency) {
        return new LatencySum(latency.sumNanos().get(), latency.samples().get());
    }
}
