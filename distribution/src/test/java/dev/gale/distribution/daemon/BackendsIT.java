package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each kind of process is killed on every pair of store and transport but the one that all other tests have. What differs between pairs
 * is configuration alone; the results are held against the same truth. {@code ./test.sh --all-pairs} runs all fault tests on all pairs.
 */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class BackendsIT {
    private static final int WORKERS = 3;
    private static final long STORE_AWAY_NANOS = TimeUnit.SECONDS.toNanos(6);

    @TempDir
    Path directory;

    static Stream<Backends> others() {
        return Backends.ALL.stream().filter(backends -> !backends.equals(Backends.chosen()));
    }

    @ParameterizedTest
    @MethodSource("others")
    void whateverIsKilledNothingIsLost(Backends backends) throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, backends, 1, 2, 2, Map.of())) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.FEWER_LINES, WORKERS);
            for (int i = 0; i < 2; i++) {
                LiveWorker victim = cluster.workers().get(i);
                ProcessCluster.end(victim.process());
                Await.until("the worker runs again", () -> cluster.isSettled(SelfCheckRun.NAME));
                run.expectData();
                assertThat(cluster.pids()).hasSize(WORKERS).doesNotContainValue(victim.pid());
            }
            Map<String, Long> pids = cluster.pids();

            cluster.kill("supervisor-1");
            run.expectData();
            cluster.startSupervisor("supervisor-1");
            Await.until(
                    "the supervisor is back",
                    () -> cluster.client().get("supervisors").path("items").size() == 2);

            String leader = cluster.leader();
            cluster.kill(leader);
            run.expectData();
            Await.until("the standby leads", () -> !cluster.leader().equals(leader));
            Await.until("it knows the workers", () -> cluster.isSettled(SelfCheckRun.NAME));

            cluster.killStore();
            long end = System.nanoTime() + STORE_AWAY_NANOS;
            while (System.nanoTime() - end < 0) {
                run.expectData();
            }
            cluster.startStore();
            Await.until("a nimbus leads again", () -> !cluster.leader().isEmpty());
            Await.until("it knows the workers", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids()).isEqualTo(pids);
            run.finish();
        }
    }
}
