package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers and supervisors that are killed while lines flow through three workers on two supervisors. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class WorkerFaultsIT {
    private static final int WORKERS = 3;
    private static final int KILLS = 6;

    @TempDir
    Path directory;

    @Test
    void aWorkerThatIsKilledAgainAndAgainIsStartedAnewInItsPlaceAndNothingIsLost() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
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
    }

    @Test
    void workersGoOnWithoutTheirSupervisorAndTheNextOneTakesThemOver() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
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
    }

    @Test
    void tasksOfALostHostMoveToAnother() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.LINES, WORKERS);
            Map<String, Long> stay = new TreeMap<>(cluster.pids());
            stay.keySet().removeIf(slot -> !slot.startsWith("supervisor-2:"));
            cluster.kill("supervisor-1");
            cluster.workers().stream()
                    .filter(worker -> worker.supervisor().equals("supervisor-1"))
                    .forEach(worker -> ProcessCluster.end(worker.process()));
            Await.until(
                    "all is assigned to the other host",
                    () -> cluster.assigned(SelfCheckRun.NAME).stream()
                                    .allMatch(slot -> slot.startsWith("supervisor-2:"))
                            && cluster.isSettled(SelfCheckRun.NAME));
            run.expectData();

            assertThat(cluster.pids()).hasSize(WORKERS).containsAllEntriesOf(stay);
            run.finish();
        }
    }

    private static int supervisors(ProcessCluster cluster) throws Exception {
        return cluster.client().get("supervisors").path("items").size();
    }
}
