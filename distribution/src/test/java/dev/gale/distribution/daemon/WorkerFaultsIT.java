package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers and supervisors that are killed while lines flow through three workers on two supervisors. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class WorkerFaultsIT {
    private static final int WORKERS = 3;
    private static final int KILLS = 4;
    private static final long FAULT_NANOS = TimeUnit.SECONDS.toNanos(8);

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

    /** O-39 */
    @Test
    void aWorkerThatIsKilledAgainAndAgainIsStartedAnewInItsPlaceAndNothingIsLost() throws Exception {
        SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, WORKERS);
        Set<String> slots = cluster.pids().keySet();
        for (int i = 0; i < KILLS; i++) {
            List<LiveWorker> workers = cluster.workers();
            LiveWorker victim = workers.get(i % workers.size());
            ProcessCluster.end(victim.process());
            Await.until("the worker runs again", () -> cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids().keySet()).isEqualTo(slots);
            assertThat(cluster.pids()).doesNotContainValue(victim.pid());
        }
        run.finish();
    }

    @Test
    void workersGoOnWithoutTheirSupervisorAndTheNextOneTakesThemOver() throws Exception {
        SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, WORKERS);
        Map<String, Long> before = cluster.pids();
        cluster.kill("supervisor-1");
        run.expectData();
        Await.until("the supervisor is missed", () -> supervisors(cluster) == 1);
        run.expectData();
        cluster.startSupervisor("supervisor-1");
        Await.until("the supervisor is back", () -> supervisors(cluster) == 2);
        Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
        run.expectData();

        assertThat(cluster.pids()).isEqualTo(before);
        run.finish();
    }

    @Test
    void tasksOfALostHostMoveToAnother() throws Exception {
        SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, WORKERS);
        Map<String, Long> stay = new TreeMap<>(cluster.pids());
        stay.keySet().removeIf(slot -> !slot.startsWith("supervisor-2:"));
        cluster.kill("supervisor-1");
        cluster.workers().stream()
                .filter(worker -> worker.supervisor().equals("supervisor-1"))
                .forEach(worker -> ProcessCluster.end(worker.process()));
        Await.until(
                "all is assigned to the other host",
                () -> cluster.assigned(SelfCheckRun.NAME).stream().allMatch(slot -> slot.startsWith("supervisor-2:"))
                        && cluster.isSettled(SelfCheckRun.NAME));
        run.expectData();

        assertThat(cluster.pids()).hasSize(WORKERS).containsAllEntriesOf(stay);
        run.finish();
    }

    /** O-41 */
    @Test
    void aWorkerThatCannotBePreparedDisturbsNoOther() throws Exception {
        Path seen = Files.createTempDirectory(directory, "seen-");
        Path fault = Files.createFile(seen.resolve(LatePreparation.FAULT));
        Map<String, Object> conf =
                Map.of("topology.workers", WORKERS, CountedLines.LINES, 1_000, CountedLines.DIRECTORY, seen.toString());
        cluster.client().submit("late", LatePreparation.topology(), conf, LatePreparation.jar());
        Await.until("every worker runs", () -> cluster.workers().size() == WORKERS);
        Await.until(
                "the failure is told",
                () -> cluster.client().get("topologies/late/errors").toString().contains("not yet"));
        Map<String, Long> before = cluster.pids();
        Await.elapsed(FAULT_NANOS);
        Map<String, Long> after = cluster.pids();
        assertThat(after.entrySet().stream().filter(before.entrySet()::contains))
                .as("at most the one with the bolt is another: %s, %s", before, after)
                .hasSizeGreaterThanOrEqualTo(WORKERS - 1);
        Files.delete(fault);

        Await.until("every line is acked", () -> cluster.client().status("late").equals("FINISHED"));
    }

    private static int supervisors(ProcessCluster cluster) throws Exception {
        return cluster.client().get("supervisors").path("items").size();
    }
}
