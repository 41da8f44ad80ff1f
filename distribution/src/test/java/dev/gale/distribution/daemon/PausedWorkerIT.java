package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A supervisor and a worker that stand still until others have their work, and then wake up. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class PausedWorkerIT {
    private static final int LINES = 40_000;
    private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Pattern REFUSED = Pattern.compile("refused\\.(generation|undeclared|endpoint)=[1-9]");

    @TempDir
    Path directory;

    @Test
    void aWorkerOfAnOldGenerationIsRefusedByItsPeersAndEnds() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, LINES, 3);
            LiveWorker old = cluster.workers().get(0);
            Map<String, Long> others = new TreeMap<>(cluster.pids());
            others.remove(old.slot());
            ProcessCluster.signal("STOP", cluster.pid(old.supervisor()));
            ProcessCluster.signal("STOP", old.pid());
            Await.until(
                    "its tasks have moved",
                    () -> !cluster.assigned(SelfCheckRun.NAME).contains(old.slot())
                            && cluster.isPrepared(SelfCheckRun.NAME));
            run.expectData();

            ProcessCluster.signal("CONT", old.pid());
            Await.until(
                    "the old worker has ended",
                    EXIT_NANOS,
                    () -> cluster.workers().stream().noneMatch(worker -> worker.pid() == old.pid()));
            ProcessCluster.signal("CONT", cluster.pid(old.supervisor()));
            Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(refused(cluster)).isTrue();
            assertThat(cluster.pids()).containsAllEntriesOf(others);
            run.finish();
        }
    }

    private static boolean refused(ProcessCluster cluster) throws IOException {
        for (LiveWorker worker : cluster.workers()) {
            if (REFUSED.matcher(cluster.workerLog(worker)).find()) {
                return true;
            }
        }
        return false;
    }
}
