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
    /** For what takes 5 s at most on a machine that does nothing else. */
    private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** With what is refused without a warning, such as a peer that nobody declares any more. */
    private static final String CHILDOPTS =
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -DGALE_LOG_LEVEL=DEBUG " + ProcessCluster.LOGGING;

    @TempDir
    Path directory;

    @Test
    void aWorkerOfAnOldGenerationIsRefusedByItsPeersAndEnds() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2, Map.of("worker.childopts", CHILDOPTS))) {
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
            long sinceNanos = System.nanoTime();
            Await.until(
                    "the old worker has ended",
                    EXIT_NANOS,
                    () -> cluster.workers().stream().noneMatch(worker -> worker.pid() == old.pid()));
            System.out.printf(
                    "the old worker has ended after %d ms; 5,000 are wanted%n",
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos));
            if (Backends.chosen().equals(Backends.of("zookeeper-netty"))) {
                // Elsewhere the store's word that its time is over may lie in its socket already: it ends before it
                // asks any peer.
                Await.until("it was refused", () -> refused(cluster, old) > refusedBefore);
            }
            ProcessCluster.signal("CONT", cluster.pid(old.supervisor()));
            Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids()).containsAllEntriesOf(others);
            run.finish();
            assertThat(run.rowsElsewhereFrom(old.pid())).isEqualTo(acceptedBefore);
        }
    }

    /** How often others say that they have refused this very process, and no other on its place. */
    private static long refused(ProcessCluster cluster, LiveWorker old) throws IOException {
        Pattern refusal = Pattern.compile("(refused|not connected), .*: (of|there is) PeerIdentity\\[[^]]*incarnation="
                + Pattern.quote(old.incarnation()) + "]");
        long sum = 0;
        for (LiveWorker worker : cluster.workers()) {
            if (worker.pid() != old.pid()) {
                sum += refusal.matcher(cluster.workerLog(worker)).results().count();
            }
        }
        return sum;
    }
}
