package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running topology is laid out anew. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class RebalanceIT {
    private static final int LINES = 40_000;
    private static final String REBALANCE = "topologies/" + SelfCheckRun.NAME + "/rebalance";

    @TempDir
    Path directory;

    @Test
    void onlyWorkersWhoseExecutorsChangedStartAnew() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, LINES, 2);
            Map<String, Long> pids = cluster.pids();
            Map<String, Set<String>> executors = executors(cluster);
            cluster.client()
                    .post(REBALANCE, Map.of("waitMillis", 5_000, "workers", 3, "executors", Map.of("split", 4)));
            settled(cluster, 3);
            run.expectData();

            Map<String, Set<String>> after = executors(cluster);
            assertThat(components(after)).containsEntry("split", 4);
            cluster.pids()
                    .forEach((slot, pid) -> assertThat(pid.equals(pids.get(slot)))
                            .as(slot)
                            .isEqualTo(after.get(slot).equals(executors.get(slot))));
            run.finish();
        }
    }

    @Test
    void aComponentThatGetsMoreExecutorsThanItHasTasksGetsMoreTasks() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, LINES, 2);
            cluster.client()
                    .post(
                            REBALANCE,
                            Map.of("waitMillis", 5_000, "workers", 5, "executors", Map.of("lines", 3, "count", 10)));
            settled(cluster, 5);
            run.expectData();

            assertThat(components(executors(cluster)))
                    .containsEntry("lines", 3)
                    .containsEntry("count", 10)
                    .containsEntry("split", 2);
            run.finish();
        }
    }

    @Test
    void aSecondRebalanceRightAfterTheFirstIsCarriedOutToo() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, LINES, 2);
            for (int i = 0; i < 5; i++) {
                int last = i % 2 == 0 ? 4 : 2;
                cluster.client().post(REBALANCE, Map.of("waitMillis", 0, "workers", 3));
                Await.until(
                        "the second is accepted",
                        () -> cluster.client()
                                .tryPost(REBALANCE, Map.of("waitMillis", 0, "workers", last))
                                .isGood());
                settled(cluster, last);
                run.expectData();
            }
            run.finish();
        }
    }

    private static void settled(ProcessCluster cluster, int workers) {
        Await.until(
                "it is laid out on " + workers + " workers",
                () -> cluster.client().status(SelfCheckRun.NAME).equals("ACTIVE")
                        && cluster.assigned(SelfCheckRun.NAME).size() == workers
                        && cluster.isSettled(SelfCheckRun.NAME));
    }

    /** As in {@code split[1-4]}, by slot. */
    private static Map<String, Set<String>> executors(ProcessCluster cluster) throws Exception {
        Map<String, Set<String>> all = new TreeMap<>();
        for (JsonNode component :
                cluster.client().get("topologies/" + SelfCheckRun.NAME).path("components")) {
            for (JsonNode executor : component.path("executors")) {
                String slot = executor.at("/worker/supervisor").asText() + ":"
                        + executor.at("/worker/port").asInt();
                all.computeIfAbsent(slot, key -> new TreeSet<>())
                        .add(component.path("component").asText() + "["
                                + executor.path("firstTask").asInt() + "-"
                                + executor.path("lastTask").asInt() + "]");
            }
        }
        return all;
    }

    private static Map<String, Integer> components(Map<String, Set<String>> executors) {
        Map<String, Integer> numbers = new TreeMap<>();
        executors
                .values()
                .forEach(set -> set.forEach(
                        executor -> numbers.merge(executor.substring(0, executor.indexOf('[')), 1, Integer::sum)));
        return numbers;
    }
}
