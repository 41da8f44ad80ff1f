package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users' code may do when its topology is killed, and for how long. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class CleanupIT {
    private static final int GRACE_SECONDS = 10;
    private static final long SLOW_MILLIS = 2_000;
    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    Path directory;

    /** O-53 and O-54: one is stuck in execute, one in its clean-up; the others have their grace, and then all is over. */
    @Test
    void whoIsNotStuckIsCleanedUpAndTheOthersAreForced() throws Exception {
        Path marks = Files.createDirectory(directory.resolve("marks"));
        try (ProcessCluster cluster = ProcessCluster.start(
                Files.createDirectory(directory.resolve("cluster")),
                1,
                1,
                Map.of("supervisor.worker.shutdown.grace.secs", GRACE_SECONDS))) {
            cluster.client()
                    .submit(
                            "cleanups",
                            Cleanups.topology(SLOW_MILLIS),
                            Map.of("topology.workers", 1, Cleanups.DIRECTORY, marks.toString()),
                            Cleanups.jar());
            for (String bolt : new String[] {"plain", "slow", "endless", "stuck"}) {
                Await.until(bolt + " executes", () -> Files.exists(marks.resolve(bolt + "-executes")));
            }
            LiveWorker worker = cluster.workers().get(0);

            cluster.client().post("topologies/cleanups/kill", Map.of("waitMillis", 1_000));
            Await.until("no worker is left", GONE_NANOS, () -> cluster.workers().isEmpty());

            assertThat(marks).isDirectoryContaining("glob:**source-done");
            assertThat(marks).isDirectoryContaining("glob:**plain-done");
            assertThat(marks).isDirectoryContaining("glob:**slow-done");
            assertThat(marks).isDirectoryContaining("glob:**endless-begun");
            assertThat(marks).isDirectoryNotContaining("glob:**endless-done");
            assertThat(marks).isDirectoryNotContaining("glob:**stuck-begun");
            assertThat(cluster.workerLog(worker))
                    .containsPattern("executor=endless\\[\\d+-\\d+] does not return")
                    .containsPattern("executor=stuck\\[\\d+-\\d+] does not return");
        }
    }
}
