package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running topology is laid out anew. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class RebalanceIT {
    private static final String REBALANCE = "topologies/" + SelfCheckRun.NAME + "/rebalance";

    @TempDir
    static Path directory;

    private static ProcessCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = ProcessCluster.start(directory, 1, 2);
    }

    @AfterEach
    void restore() throws Exception {
        cluster.restore();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void onlyWorkersWhoseExecutorsChangedStartAnew() throws Exception {
        SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.FEWER_LINES, 2);
        Map<String, Long> pids = cluster.pids();
        Map<String, Set<String>> executors = executors(cluster);
        String printed = cluster.gale("rebalance", SelfCheckRun.NAME, "-n", "3", "-e", "split=4");
        assertThat(printed).contains(SelfCheckRun.NAME);
        settled(cluster, 3);
        run.expectData();

        Map<String, Set<String>> after = executors(cluster);
        assertThat(components(after)).containsEntry("split", 4);
        onlyChangedOnesStartedAnew(cluster, pids, executors, after);
        run.finish();
    }

    @Test
    void theColorsGetMoreWorkersExecutorsAndTasks() throws Exception {
        SelfCheckRun run = SelfCheckRun.startColors(cluster, SelfCheckRun.FEWER_LINES, 2);
        Map<String, Long> pids = cluster.pids();
        Map<String, Set<String>> executors = executors(cluster);
        assertThat(components(executors)).isEqualTo(Map.of("blue-spout", 2, "green-bolt", 2, "yellow-bolt", 6));
        cluster.gale("rebalance", SelfCheckRun.NAME, "-n", "5", "-e", "blue-spout=3", "-e", "yellow-bolt=10");
        settled(cluster, 5);
        run.expectData();

        Map<String, Set<String>> after = executors(cluster);
        assertThat(components(after)).isEqualTo(Map.of("blue-spout", 3, "green-bolt", 2, "yellow-bolt", 10));
        assertThat(tasks(after)).isEqualTo(Map.of("blue-spout", 3, "green-bolt", 4, "yellow-bolt", 10));
        // Two workers had five executors each, and now five have three: none of the two has the same as before.
        assertThat(executors.values()).allMatch(set -> set.size() == 5);
        assertThat(after.values()).allMatch(set -> set.size() == 3);
        onlyChangedOnesStartedAnew(cluster, pids, executors, after);
        run.finish();
    }

    /** O-67 */
    @Test
    void aSecondRebalanceRightAfterTheFirstIsCarriedOutToo() throws Exception {
        SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.FEWER_LINES, 2);
        for (int i = 0; i < 3; i++) {
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

    private static void onlyChangedOnesStartedAnew(
            ProcessCluster cluster,
            Map<String, Long> pidsBefore,
            Map<String, Set<String>> before,
            Map<String, Set<String>> after) {
        cluster.pids()
                .forEach((slot, pid) -> assertThat(pid.equals(pidsBefore.get(slot)))
                        .as(slot)
                        .isEqualTo(after.get(slot).equals(before.get(slot))));
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

    private static Map<String, Integer> tasks(Map<String, Set<String>> executors) {
        Map<String, Integer> numbers = new TreeMap<>();
        for (Set<String> set : executors.values()) {
            for (String executor : set) {
                String[] words = executor.split("[\\[\\]]|-(?=[0-9]+\\])");
                numbers.merge(words[0], Integer.parseInt(words[2]) - Integer.parseInt(words[1]) + 1, Integer::sum);
            }
        }
        return numbers;
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
