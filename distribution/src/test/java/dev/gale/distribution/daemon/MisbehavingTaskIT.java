package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gale.distribution.cli.CliProbe;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A task that does not return from a call, or ends the process, is named, and its worker is started anew; who has nothing to do is left alone. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class MisbehavingTaskIT {
    private static final String NAME = "blocking";
    private static final int WORKERS = 3;
    private static final int LINES = 2_000;
    private static final String STUCK_SECS = "topology.task.stuck.secs";

    /** Between its end and that of the next such period, whoever looks is to see it. */
    private static final int VISIBLE_SECONDS = 6;

    private static final int SHORTEST_SECONDS = 1;
    private static final long UNTOUCHED_NANOS = TimeUnit.SECONDS.toNanos(6 * SHORTEST_SECONDS);

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
    void aTaskThatNeverReturnsIsShownAndItsWorkerAloneIsStartedAnew() throws Exception {
        Path seen = Files.createTempDirectory(directory, "seen-");
        cluster.client().submit(NAME, Blocking.topology(), conf(seen, VISIBLE_SECONDS), Blocking.jar());
        Await.until("a task blocks", () -> Blocking.hasBlocked(seen));
        Map<String, Long> before = cluster.pids();
        assertThat(before).hasSize(WORKERS);
        int task = Blocking.blockedTask(seen);
        String slot = slot(task);

        Await.until("it is shown, and no other", () -> stuckTasks().equals(Set.of(task)));
        assertThat(cluster.pids()).isEqualTo(before);
        CliProbe.Result shown =
                CliProbe.overTheWire("--nimbus", "127.0.0.1:" + cluster.client().leader(), "tasks", NAME);
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out().lines().filter(line -> line.contains("stuck for")))
                .singleElement()
                .satisfies(line -> assertThat(line.trim()).startsWith(task + " "))
                .isEqualTo(shown.out().lines().skip(1).findFirst().orElseThrow());

        Await.until("its worker is another process", () -> {
            Long now = cluster.pids().get(slot);
            return now != null && !now.equals(before.get(slot));
        });
        Await.until(
                "all is well again",
                () -> cluster.isSettled(NAME) && stuckTasks().isEmpty());
        Map<String, Long> after = cluster.pids();
        assertThat(after.keySet()).isEqualTo(before.keySet());
        assertThat(others(after, slot)).isEqualTo(others(before, slot));
        assertThat(cluster.client().get("topologies/" + NAME + "/errors").toString())
                .contains("is stuck", Blocking.BlocksOnce.class.getName() + ".neverReturn")
                .contains("only a new process may help");

        Blocking.goOn(seen);
        Await.until("every line is acked", () -> cluster.client().status(NAME).equals("FINISHED"));
        assertThat(lines(seen))
                .isEqualTo(IntStream.range(0, LINES).boxed().collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The thread that ends the process waits for the end of it: nobody may wait for that thread. */
    @Test
    void aTaskThatEndsTheProcessIsNamedAndItsWorkerAloneIsStartedAnew() throws Exception {
        Path seen = Files.createTempDirectory(directory, "seen-");
        Map<String, Object> conf = new TreeMap<>(conf(seen, VISIBLE_SECONDS));
        conf.put(Blocking.EXITS, true);
        cluster.client().submit(NAME, Blocking.topology(), conf, Blocking.jar());
        Await.until("a task ends its process", () -> Blocking.hasBlocked(seen));
        String errors = "topologies/" + NAME + "/errors";
        Await.until(
                "who did it is told",
                () -> cluster.client().get(errors).toString().contains("System.exit"));
        assertThat(cluster.client().get(errors).toString()).contains(Blocking.BlocksOnce.class.getName());
        Await.until("all is well again", () -> cluster.isSettled(NAME));

        Blocking.goOn(seen);
        Await.until("every line is acked", () -> cluster.client().status(NAME).equals("FINISHED"));
        assertThat(lines(seen))
                .isEqualTo(IntStream.range(0, LINES).boxed().collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void whoPreparesForLongAndWhoIdlesIsNeverStuck() throws Exception {
        Path seen = Files.createTempDirectory(directory, "seen-");
        cluster.client().submit(NAME, Blocking.idle(), conf(seen, SHORTEST_SECONDS), Blocking.jar());
        Await.until("every worker prepares", () -> cluster.workers().size() == WORKERS && beating() == WORKERS);
        Map<String, Long> before = cluster.pids();
        Set<Integer> stuck = new TreeSet<>(stuckWithin(UNTOUCHED_NANOS));
        assertThat(cluster.isPrepared(NAME)).isFalse();

        Blocking.goOn(seen);
        Await.until("all are prepared", () -> cluster.isSettled(NAME));
        stuck.addAll(stuckWithin(UNTOUCHED_NANOS));
        assertThat(stuck).isEmpty();
        assertThat(cluster.pids()).isEqualTo(before);
        assertThat(cluster.client().get("topologies/" + NAME + "/errors").path("items"))
                .isEmpty();
    }

    private static Map<String, Object> conf(Path seen, int stuckSeconds) {
        return Map.of(
                "topology.workers",
                WORKERS,
                STUCK_SECS,
                stuckSeconds,
                CountedLines.LINES,
                LINES,
                CountedLines.DIRECTORY,
                seen.toString());
    }

    /** Workers that have told how they are. */
    private static int beating() throws Exception {
        int number = 0;
        for (JsonNode worker : cluster.client().get("topologies/" + NAME).path("workers")) {
            number += worker.path("uptimeMillis").isNumber() ? 1 : 0;
        }
        return number;
    }

    private static JsonNode tasks() throws Exception {
        return cluster.client().get("topologies/" + NAME + "/tasks").path("items");
    }

    private static Set<Integer> stuckTasks() throws Exception {
        Set<Integer> stuck = new TreeSet<>();
        for (JsonNode task : tasks()) {
            if (task.path("stuckMillis").asLong() > 0) {
                stuck.add(task.path("task").asInt());
            }
        }
        return stuck;
    }

    private static String slot(int number) throws Exception {
        for (JsonNode task : tasks()) {
            if (task.path("task").asInt() == number) {
                return task.at("/worker/supervisor").asText() + ":"
                        + task.at("/worker/port").asInt();
            }
        }
        throw new AssertionError("there is no task " + number);
    }

    /** All tasks that are shown as stuck in a while. */
    private static Set<Integer> stuckWithin(long nanos) {
        Set<Integer> stuck = new TreeSet<>();
        long since = System.nanoTime();
        Await.until("the while is over", () -> {
            stuck.addAll(stuckTasks());
            return System.nanoTime() - since >= nanos;
        });
        return stuck;
    }

    private static Map<String, Long> others(Map<String, Long> pids, String slot) {
        Map<String, Long> others = new TreeMap<>(pids);
        others.remove(slot);
        return others;
    }

    private static Set<Integer> lines(Path directory) throws IOException {
        Set<Integer> lines = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "seen-*")) {
            for (Path file : files) {
                Files.readAllLines(file).forEach(line -> lines.add(Integer.parseInt(line)));
            }
        }
        return lines;
    }
}
