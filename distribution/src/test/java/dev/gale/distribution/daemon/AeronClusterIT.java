package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clusters whose workers talk by Aeron, and whose supervisors run a media driver each. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AeronClusterIT {
    private static final int WORKERS = 3;
    private static final String IDLE = "4s";

    @TempDir
    Path directory;

    private Path drivers;
    private MarkedProcesses companions;

    @BeforeEach
    void look() throws IOException {
        drivers = directory.toRealPath().resolve("drivers");
        companions = MarkedProcesses.companions(directory.toRealPath(), Duration.ZERO);
    }

    private Map<String, String> settings() {
        return Map.of(
                "transport",
                "aeron",
                "aeron.idle-timeout",
                IDLE,
                "aeron.companion.dir",
                drivers.toString(),
                "aeron.companion.idle-timeout",
                IDLE);
    }

    /** O-49 in a cluster, and that the driver belongs to the host, not to the supervisor that started it. */
    @Test
    void dataFlowsWhenDriversAndSupervisorsAreKilledAndNoWorkerIsStartedAnew() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 2, settings())) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.FEWER_LINES, WORKERS);
            Map<String, Long> before = cluster.pids();
            List<Long> drivers = companionPids();
            assertThat(drivers).hasSize(2);

            ProcessCluster.end(companions.running().get(0));
            Await.until("there are two drivers again", () -> companionPids().size() == 2);
            run.expectData();
            List<Long> after = companionPids();
            cluster.kill("supervisor-1");
            run.expectData();
            cluster.startSupervisor("supervisor-1");
            Await.until(
                    "the supervisor has taken the driver over",
                    () -> cluster.log("supervisor-1").contains("is the companion of the transport, taken over"));
            run.expectData();

            assertThat(after).isNotEqualTo(drivers);
            assertThat(companionPids()).isEqualTo(after);
            assertThat(cluster.pids()).isEqualTo(before);
            run.finish();
        }
        Await.until(
                "drivers that nobody needs have ended",
                () -> companions.running().isEmpty());
        assertThat(Files.exists(drivers)).isFalse();
    }

    private List<Long> companionPids() {
        return companions.running().stream().map(ProcessHandle::pid).sorted().toList();
    }

    @Test
    void aClusterOnOneMachineTakesItsDriverWithIt() throws Exception {
        DevCluster.Setup setup =
                DevCluster.Setup.of(directory.toRealPath().resolve("cluster"), FreePort.next(), List.of(1), settings());
        try (DevCluster cluster = DevCluster.start(setup)) {
            assertThat(cluster.supervisors()).hasSize(1);
            assertThat(companions.running()).hasSize(1);
            assertThat(Files.exists(drivers)).isTrue();
        }

        assertThat(companions.running()).isEmpty();
        assertThat(Files.exists(drivers)).isFalse();
    }
}
