package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A supervisor and a worker that stand still until others have their work, and then wake up. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class PausedWorkerIT {
    /** For what takes 5 s at most on a machine that does nothing else. */
    private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** What refuses somebody who has the topology's secret and an old place. */
    private static final List<String> REFUSALS =
            List.of("refused.generation", "refused.undeclared", "refused.endpoint");

    @TempDir
    Path directory;

    @Test
    void aWorkerOfAnOldGenerationIsRefusedByItsPeersAndEnds() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, 3);
            LiveWorker old = cluster.workers().get(0);
            Map<String, Long> others = new TreeMap<>(cluster.pids());
            others.remove(old.slot());
            Await.growth("others take what it sends", 2, () -> run.rowsElsewhereFrom(old.pid()));
            ProcessCluster.signal("STOP", cluster.pid(old.supervisor()));
            ProcessCluster.signal("STOP", old.pid());
            Await.until(
                    "its tasks have moved",
                    () -> !cluster.assigned(SelfCheckRun.NAME).contains(old.slot())
                            && cluster.isPrepared(SelfCheckRun.NAME));
            run.expectData();

            long refusedBefore = refused(cluster, old);
            long acceptedBefore = run.rowsElsewhereFrom(old.pid());
            ProcessCluster.signal("CONT", old.pid());
            Await.until(
                    "the old worker has ended",
                    EXIT_NANOS,
                    () -> cluster.workers().stream().noneMatch(worker -> worker.pid() == old.pid()));
            Await.until("it was refused", () -> refused(cluster, old) > refusedBefore);
            ProcessCluster.signal("CONT", cluster.pid(old.supervisor()));
            Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids()).containsAllEntriesOf(others);
            run.finish();
            assertThat(run.rowsElsewhereFrom(old.pid())).isEqualTo(acceptedBefore);
        }
    }

    /** By everybody but the old worker itself. */
    private static long refused(ProcessCluster cluster, LiveWorker old) throws IOException {
        long sum = 0;
        for (LiveWorker worker : cluster.workers()) {
            if (worker.pid() != old.pid()) {
                Map<String, Long> counters = cluster.transportCounters(worker);
                sum += REFUSALS.stream()
                        .mapToLong(name -> counters.getOrDefault(name, 0L))
                        .sum();
            }
        }
        return sum;
    }
}
