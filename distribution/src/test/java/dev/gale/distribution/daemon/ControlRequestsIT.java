package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Topology;
import dev.gale.examples.selfcheck.SampleLines;
import dev.gale.examples.selfcheck.SelfCheckTopology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users ask for holds, whoever leads and however many ask. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ControlRequestsIT {
    private static final int SUBMITS = 20;
    private static final int CONFLICT = 409;
    private static final int CREATED = 201;

    @TempDir
    Path directory;

    @Test
    void aKillThatWaitsIsCarriedOutByTheNextLeader() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 2, 2)) {
            SelfCheckRun.start(cluster, 40_000, 2);
            String leader = cluster.leader();
            cluster.client().post("topologies/" + SelfCheckRun.NAME + "/kill", Map.of("waitMillis", 20_000));
            cluster.kill(leader);
            Await.until("the standby leads", () -> !cluster.leader().equals(leader));
            Await.until(
                    "the topology is gone",
                    () -> cluster.client().get("topologies").path("items").isEmpty());
            Await.until("its workers are gone", () -> cluster.workers().isEmpty());
        }
    }

    @Test
    void ofManySubmitsOfOneNameOneIsAccepted() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(SUBMITS);
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1)) {
            Topology topology = SelfCheckTopology.topology(new SampleLines(1, 10), directory);
            byte[] jar = SelfCheckRun.jar();
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < SUBMITS; i++) {
                answers.add(callers.submit(() -> cluster.client()
                        .trySubmit("same", topology, Map.of("topology.workers", 1), jar)
                        .status()));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get());
            }

            assertThat(statuses).containsOnlyOnce(CREATED).containsOnly(CREATED, CONFLICT);
            assertThat(cluster.client().get("topologies").path("items")).hasSize(1);
        } finally {
            callers.shutdownNow();
        }
    }
}
