package dev.gale.bench.cluster;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.engine.stats.ExecutorStatistics;
import dev.gale.engine.stats.ExecutorStatisticsTracker;
import dev.gale.engine.stats.Figures;
import dev.gale.engine.stats.Latencies;
import dev.gale.engine.stats.LatencySum;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TimeSpent;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.topology.StreamId;
import dev.gale.runtime.store.BeatFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Beats of workers that do not run: of the size and in the commits of real ones that have been busy for a day. */
final class ShamBeats {
    private static final long UPTIME_NANOS = TimeUnit.DAYS.toNanos(1);
    private static final long TUPLES = 1_234_567_890L;

    private record Worker(Key key, long generation, List<TaskProgress> tasks, List<ExecutorStatistics> statistics) {}

    private final String topology;
    private final Key topologyKey;
    private final List<Worker> workers = new ArrayList<>();
    private final BeatFormat format = new BeatFormat();
    private long sequence;

    ShamBeats(Keys keys, String topology, Assignment assignment) {
        this.topology = topology;
        topologyKey = keys.topology(topology);
        SortedMap<WorkerSlot, List<ExecutorId>> bySlot = new TreeMap<>();
        assignment
                .executors()
                .forEach((executor, slot) ->
                        bySlot.computeIfAbsent(slot, first -> new ArrayList<>()).add(executor));
        assignment.generations().forEach((slot, generation) -> {
            List<ExecutorId> executors = bySlot.getOrDefault(slot, List.of());
            workers.add(new Worker(
                    keys.beat(topology, slot),
                    generation,
                    executors.stream()
                            .flatMap(executor -> executor.tasks().stream())
                            .map(ShamBeats::progress)
                            .toList(),
                    executors.stream().map(ShamBeats::statistics).toList()));
        });
    }

    int workers() {
        return workers.size();
    }

    Key key(int worker) {
        return workers.get(worker).key;
    }

    /** The worker's next beat. */
    Bytes next(int worker) {
        Worker from = workers.get(worker);
        return format.encode(
                new WorkerBeat(
                        topology,
                        new WorkerBeatView(
                                from.generation,
                                "1b671a64-40d5-491e-99b0-da01ff1f3341",
                                ++sequence,
                                true,
                                true,
                                9_876,
                                false,
                                false,
                                TUPLES,
                                TUPLES),
                        TimeUnit.NANOSECONDS.toMillis(UPTIME_NANOS),
                        from.tasks,
                        from.statistics),
                null);
    }

    /** As a worker puts it: there is no beat of a topology that is gone. */
    Commit commit(String requestId, int worker, Bytes beat) {
        return Commit.builder(requestId)
                .checkPresent(topologyKey)
                .put(key(worker), beat)
                .build();
    }

    private static TaskProgress progress(TaskId task) {
        return new TaskProgress(task.number(), TUPLES + task.number(), 0);
    }

    private static ExecutorStatistics statistics(ExecutorId executor) {
        long start = -UPTIME_NANOS;
        ExecutorStatisticsTracker tracker = new ExecutorStatisticsTracker(executor, start);
        tracker.onFigures(figures(executor, 1), 0.25, start + UPTIME_NANOS / 2);
        tracker.onFigures(figures(executor, 2), 0.25, start + UPTIME_NANOS - TimeUnit.MINUTES.toNanos(30));
        tracker.onFigures(figures(executor, 3), 0.25, 0);
        return tracker.statistics(0);
    }

    private static Figures figures(ExecutorId executor, long times) {
        long tuples = TUPLES * times + executor.firstTask().number();
        Map<String, Long> out = Map.of("default", tuples);
        Map<StreamId, Long> in = Map.of(new StreamId("spout", "default"), tuples);
        LatencySum latency = new LatencySum(tuples * 1_000, tuples / 20);
        return new Figures(
                new StreamCounts(out, out, in, in, Map.of()),
                new Latencies(latency, latency, latency),
                new TimeSpent(UPTIME_NANOS / 3 * times, UPTIME_NANOS / 1_000, UPTIME_NANOS / 5 * times));
    }
}
