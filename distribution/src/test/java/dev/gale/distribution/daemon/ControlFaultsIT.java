package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nimbuses and the store are killed while lines flow: data needs neither. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class ControlFaultsIT {
    private static final int WORKERS = 3;
    private static final long STORE_AWAY_NANOS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    Path directory;

    @Test
    void dataFlowsWithoutALeaderAndAStandbyTakesOver() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 2, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, WORKERS);
            Map<String, Long> before = cluster.pids();
            for (int i = 0; i < 3; i++) {
                String leader = cluster.leader();
                cluster.kill(leader);
                run.expectData();
                Await.until("the standby leads", () -> !cluster.leader().equals(leader));
                Await.until("it knows the workers", () -> cluster.isSettled(SelfCheckRun.NAME));
                run.expectData();
                cluster.startNimbus(leader.equals("nimbus-1") ? 1 : 2);
                Await.until("there is a standby again", () -> nimbuses(cluster) == 2);
            }

            assertThat(cluster.pids()).isEqualTo(before);
            run.finish();
        }
    }

    @Test
    void nothingIsStartedAnewWhenTheStoreIsAwayForAWhile() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, WORKERS);
            Map<String, Long> before = cluster.pids();
            long version = generations(cluster);
            cluster.killStore();
            long end = System.nanoTime() + STORE_AWAY_NANOS;
            while (System.nanoTime() - end < 0) {
                run.expectData();
            }
            cluster.startStore();
            Await.until("a nimbus leads again", () -> !cluster.leader().isEmpty());
            Await.until(
                    "the supervisors are back",
                    () -> cluster.client().get("supervisors").path("items").size() == 2);
            Await.until("it knows the workers", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids()).isEqualTo(before);
            assertThat(generations(cluster)).isEqualTo(version);
            run.finish();
        }
    }

    private static int nimbuses(ProcessCluster cluster) {
        int answering = 0;
        for (int number = 1; number <= 2; number++) {
            answering += cluster.answers(number) ? 1 : 0;
        }
        return answering;
    }

    private static long generations(ProcessCluster cluster) throws Exception {
        long sum = 0;
        for (JsonNode worker :
                cluster.client().get("topologies/" + SelfCheckRun.NAME).path("workers")) {
            sum += worker.path("generation").asLong();
        }
        return sum;
    }
}
