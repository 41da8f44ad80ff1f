package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.gale.adapter.memory.MemoryMetadataStoreFactory;
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
import dev.gale.engine.stats.Troubles;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.StreamId;
import dev.gale.engine.worker.WorkerMachine;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.BeatFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over a store in memory, which has the limits of every store. */
@Timeout(60)
class WorkerFollowerIT {
    private static final String TOPOLOGY = "words-1-1";
    private static final WorkerSlot SLOT = new WorkerSlot("host-a", 6700);
    private static final long PATIENCE_SECONDS = 30;

    private final Keys keys = new Keys(Key.of("/gale"));

    @Test
    void aWorkerOfThousandsOfExecutorsBeatsAgainAndAgain() throws Exception {
        WorkerBeat beat = beat(10_000);
        assertThat(new BeatFormat().encode(beat, null).length()).isGreaterThan(MetadataStore.MAX_VALUE_BYTES);

        assertThat(arrived(beat, 2)).isEqualTo(beat.withoutStatistics());
    }

    @Test
    void aWorkerOfFewExecutorsTellsTheirFigures() throws Exception {
        WorkerBeat beat = beat(3);

        assertThat(arrived(beat, 1)).isEqualTo(beat);
    }

    /** A signal may come when the process has just come to its end. */
    @Test
    void whoIsAskedToEndAfterTheEndDoesNothing() {
        ExecutorService control = Executors.newSingleThreadExecutor();
        try (MetadataStore store = new MemoryMetadataStoreFactory()
                        .open(
                                ConfigSection.of("memory", Map.of()),
                                new EnginePluginContext("test", "store", System::nanoTime, new SplittableRandom(1)));
                WorkerFollower follower = new WorkerFollower(
                        store,
                        keys,
                        TOPOLOGY,
                        SLOT,
                        new WorkerMachine(SLOT, 1, Assignment.none()),
                        new OneBeat(beat(1)),
                        control,
                        () -> UUID.randomUUID().toString())) {
            control.shutdown();

            assertThatCode(follower::terminate).doesNotThrowAnyException();
        }
    }

    /** What the store has after some beats. */
    private WorkerBeat arrived(WorkerBeat beat, int beats) throws Exception {
        ExecutorService control = Executors.newSingleThreadExecutor();
        try (MetadataStore store = new MemoryMetadataStoreFactory()
                        .open(
                                ConfigSection.of("memory", Map.of()),
                                new EnginePluginContext("test", "store", System::nanoTime, new SplittableRandom(1)));
                WorkerFollower follower = new WorkerFollower(
                        store,
                        keys,
                        TOPOLOGY,
                        SLOT,
                        new WorkerMachine(SLOT, 1, Assignment.none()),
                        new OneBeat(beat),
                        control,
                        () -> UUID.randomUUID().toString())) {
            store.commit(Commit.builder("by-hand")
                            .put(keys.topology(TOPOLOGY), Bytes.utf8("{}"))
                            .build())
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            Bytes last = Bytes.utf8("");
            for (int i = 0; i < beats; i++) {
                store.commit(Commit.builder("no-beat-" + i)
                                .put(keys.beat(TOPOLOGY, SLOT), Bytes.utf8(""))
                                .build())
                        .toCompletableFuture()
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                do {
                    control.submit(follower::beat).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    LockSupport.parkNanos(1_000_000);
                    last = store.read(keys.beat(TOPOLOGY, SLOT))
                            .toCompletableFuture()
                            .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                            .orElseThrow()
                            .value();
                } while (last.length() == 0);
            }
            return new BeatFormat().decode(last);
        } finally {
            control.shutdownNow();
        }
    }

    private static WorkerBeat beat(int executors) {
        TaskLayout layout = TaskLayout.of(List.of(new ComponentTasks("count", new TaskId(1), executors, executors)));
        return new WorkerBeat(
                TOPOLOGY,
                new WorkerBeatView(1, "first", 1, true, true, 0, false, false, 0, 0),
                1_000,
                IntStream.rangeClosed(1, executors)
                        .mapToObj(task -> new TaskProgress(task, 1_000, 0))
                        .toList(),
                layout.executors().stream().map(WorkerFollowerIT::statistics).toList());
    }

    private static ExecutorStatistics statistics(ExecutorId executor) {
        StreamId stream = new StreamId("words", "default");
        SplittableRandom random = new SplittableRandom(executor.firstTask().number());
        ExecutorStatisticsTracker tracker = new ExecutorStatisticsTracker(executor, 0);
        tracker.onFigures(
                new Figures(
                        new StreamCounts(
                                Map.of("default", random.nextLong(1L << 40)),
                                Map.of("default", random.nextLong(1L << 40)),
                                Map.of(stream, random.nextLong(1L << 40)),
                                Map.of(stream, random.nextLong(1L << 40)),
                                Map.of()),
                        new Latencies(new LatencySum(random.nextLong(1L << 40), 2), LatencySum.NONE, LatencySum.NONE),
                        new TimeSpent(random.nextLong(1L << 40), 2, 3),
                        new Troubles(1, 2, 3)),
                0.25,
                1_000_000_000L);
        return tracker.statistics(2_000_000_000L);
    }

    private record OneBeat(WorkerBeat beat) implements RunningWorker {
        @Override
        public void usePeers(AssignmentRecord record) {
            throw new AssertionError("nothing is assigned");
        }

        @Override
        public void setActive(boolean active) {
            throw new AssertionError("nothing is assigned");
        }

        @Override
        public void exit(String reason, boolean drain) {
            throw new AssertionError(reason);
        }
    }
}
