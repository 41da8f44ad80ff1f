package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gale.api.Topology;
import dev.gale.examples.selfcheck.SampleLines;
import dev.gale.examples.selfcheck.SelfCheckTopology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
    private static final int RESUBMITS = Boolean.getBoolean("gale.test.long") ? 20 : 3;
    private static final int WAIT_MILLIS = 20_000;
    private static final long DRAINED_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final String KILL = "topologies/" + SelfCheckRun.NAME + "/kill";
    private static final int CONFLICT = 409;
    private static final int CREATED = 201;

    @TempDir
    Path directory;

    /** O-66: tuples are pending for ever, so the kill lasts as long as its wait, and its leader dies within that. */
    @Test
    void aKillThatWaitsIsCarriedOutByTheNextLeader() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 2, 2);
                PlainStore store = new PlainStore(cluster)) {
            ClusterClient client = cluster.client();
            client.submit("hoard", Hoard.topology(), Hoard.CONF, Hoard.jar());
            Await.until("tuples are pending", () -> cluster.isSettled("hoard") && emitted(client) > 0);
            String record = "/gale/storms/" + client.id("hoard");
            String leader = cluster.leader();
            long asked = System.nanoTime();
            client.post("topologies/hoard/kill", Map.of("waitMillis", WAIT_MILLIS));
            Await.elapsed(DRAINED_NANOS);
            cluster.kill(leader);
            // Nobody leads now, so nobody has removed it, and what is left of the wait is in the record.
            assertThat(store.text(record)).contains("\"KILLED\"");
            Await.until("the standby leads", () -> !cluster.leader().equals(leader));
            Await.until(
                    "it shows that the topology is being killed",
                    () -> client.status("hoard").equals("KILLED"));
            assertThat(cluster.pids()).hasSize(2);
            Await.until(
                    "the topology is gone",
                    () -> client.get("topologies").path("items").isEmpty());

            assertThat(System.nanoTime() - asked).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS));
            Await.until("its workers are gone", () -> cluster.workers().isEmpty());
            client.submit("hoard", Hoard.topology(), Hoard.CONF, Hoard.jar());
            Await.until("the name is free", () -> cluster.isSettled("hoard"));
        }
    }

    private static long emitted(ClusterClient client) throws Exception {
        long sum = 0;
        for (JsonNode component : client.get("topologies/hoard").path("components")) {
            for (JsonNode count : component.path("windows").findValues("emitted")) {
                sum += count.findValuesAsText("default").stream()
                        .mapToLong(Long::parseLong)
                        .sum();
            }
        }
        return sum;
    }

    /** O-60 (b) */
    @Test
    void oneNameIsKilledAndSubmittedAgainAndAgainOnOneSlot() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1)) {
            Set<String> slots = new TreeSet<>();
            for (int i = 0; i < RESUBMITS; i++) {
                SelfCheckRun.start(cluster, 40_000, 1);
                slots.addAll(cluster.pids().keySet());
                cluster.client().post(KILL, Map.of("waitMillis", 0));
                Await.until(
                        "the name is free",
                        () -> cluster.client().get("topologies").path("items").isEmpty());
            }

            assertThat(slots).hasSize(1);
            Await.until("no worker is left", () -> cluster.workers().isEmpty());
        }
    }

    /** O-69 */
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
