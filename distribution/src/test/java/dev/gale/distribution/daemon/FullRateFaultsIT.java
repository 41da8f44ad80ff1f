package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults while everything is as full as it gets: rings, credit, buffers of connections. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class FullRateFaultsIT {
    private static final long LINES = 200_000;
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long WARM_RECORDS = 50_000;

    /** Credit of 1 MiB for each task of another worker: digests, sinks and drops, at most three each on the stopped one. */
    private static final long CREDIT_BYTES = 9L << 20;

    /** What a link's connection takes before it refuses. */
    private static final long BUFFER_BYTES = 1L << 20;

    /** What the JVM's code, classes, threads and arenas may grow by meanwhile. The heap is resident from the start. */
    private static final long OWN_BYTES = 22L << 20;

    private static final String CHILDOPTS = "-Xms128m -XX:+AlwaysPreTouch -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    @TempDir
    Path directory;

    /** O-39 and O-47 */
    @Test
    void aKilledAndAStoppedWorkerLoseNothingAndWhoeverSendsToThemStaysSmall() throws Exception {
        Map<String, Object> settings = Map.of(
                "supervisor.worker.timeout.secs", 60, "nimbus.task.timeout.secs", 60, "worker.childopts", CHILDOPTS);
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1, settings)) {
            Path seen = Files.createTempDirectory(cluster.directory(), "seen-");
            cluster.client().submit(FullRate.NAME, FullRate.topology(), FullRate.conf(seen), FullRate.jar());
            Await.until("each task runs once", () -> cluster.isSettled(FullRate.NAME));
            awaitMore(seen, WARM_RECORDS / 10);

            LiveWorker killed = quiet(cluster, seen).get(0);
            ProcessCluster.end(killed.process());
            Await.until("the killed worker runs again", () -> cluster.isSettled(FullRate.NAME));
            assertThat(cluster.pids()).doesNotContainValue(killed.pid());
            awaitMore(seen, WARM_RECORDS);

            Map<String, Long> pids = cluster.pids();
            LiveWorker stopped = quiet(cluster, seen).stream()
                    .filter(worker -> !worker.slot().equals(killed.slot()))
                    .findFirst()
                    .orElseThrow();
            Map<Long, Long> growth = growthWhileStopped(cluster, stopped);
            long atContinue = FullRate.records(seen);
            Await.until("lines arrive again", () -> FullRate.records(seen) > atContinue + WARM_RECORDS / 10);
            System.out.printf(
                    "bytes that the senders grew by while the receiver stood still, by pid: %s; %d records so far%n",
                    growth, FullRate.records(seen));
            assertThat(growth.values())
                    .allMatch(
                            bytes -> bytes <= CREDIT_BYTES + BUFFER_BYTES + OWN_BYTES, "bounded by credit and buffers");
            assertThat(cluster.pids()).isEqualTo(pids);

            long end = Math.max(LINES, FullRate.Fold.of(seen).lines().length());
            FullRate.end(seen, end);
            Await.until(
                    "every line is acked",
                    2 * Await.PATIENCE_NANOS,
                    () -> cluster.client().status(FullRate.NAME).equals("FINISHED"));
            Await.until("no worker is left", () -> cluster.workers().isEmpty());
            FullRate.Fold fold = FullRate.Fold.of(seen);
            assertThat(fold.wrong()).isZero();
            assertThat(fold.missingBelow(end)).as("lines lost of %d", end).isZero();
        }
    }

    /** How much more memory each of the others had at most than when it began. */
    private static Map<Long, Long> growthWhileStopped(ProcessCluster cluster, LiveWorker stopped) throws IOException {
        Map<Long, Long> before = new TreeMap<>();
        for (LiveWorker worker : cluster.workers()) {
            if (worker.pid() != stopped.pid()) {
                before.put(worker.pid(), Resident.bytes(worker.pid()));
            }
        }
        Map<Long, Long> growth = new TreeMap<>();
        ProcessCluster.signal("STOP", stopped.pid());
        try {
            long sinceNanos = System.nanoTime();
            while (System.nanoTime() - sinceNanos < STOP_NANOS) {
                Await.elapsed(TimeUnit.MILLISECONDS.toNanos(100));
                for (Map.Entry<Long, Long> worker : before.entrySet()) {
                    growth.merge(worker.getKey(), Resident.bytes(worker.getKey()) - worker.getValue(), Math::max);
                }
            }
        } finally {
            ProcessCluster.signal("CONT", stopped.pid());
        }
        return growth;
    }

    /** Those that do not have the spout of what nobody tracks, so that it goes on as the sender. */
    private static List<LiveWorker> quiet(ProcessCluster cluster, Path seen) {
        List<LiveWorker> quiet = cluster.workers().stream()
                .filter(worker -> !FullRate.isNoisy(seen, worker))
                .toList();
        assertThat(quiet).hasSize(cluster.workers().size() - 1);
        return quiet;
    }

    private static void awaitMore(Path seen, long records) throws IOException {
        long before = FullRate.records(seen);
        Await.until("lines arrive", () -> FullRate.records(seen) >= before + records);
    }
}
