package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one host's disk and ports may do to its supervisor. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class LocalFaultsIT {
    private static final int NULS = 300;
    private static final String SUPERVISOR = "supervisor-1";

    @TempDir
    Path directory;

    private interface Damage {
        byte[] of(byte[] content);
    }

    @Test
    void damagedFilesDoNotKeepASupervisorFromStarting() throws Exception {
        List<Damage> damages = List.of(
                content -> new byte[0],
                content -> new byte[NULS],
                content -> Arrays.copyOf(content, content.length / 2));
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, 40_000, 2);
            Path state = cluster.directory()
                    .resolve(SUPERVISOR)
                    .resolve("supervisor")
                    .resolve("state.json");
            byte[] good = Files.readAllBytes(state);
            int starts = 0;
            for (Damage damage : damages) {
                cluster.kill(SUPERVISOR);
                Files.write(state, good);
                for (Path file : files(cluster.directory().resolve(SUPERVISOR))) {
                    Files.write(file, damage.of(Files.readAllBytes(file)));
                }
                cluster.startSupervisor(SUPERVISOR);
                Await.until(
                        "the supervisor is back", () -> cluster.log(SUPERVISOR).contains("state.json cannot be used"));
                Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
                run.expectData();
            }
            run.finish();
        }
    }

    @Test
    void aPortThatIsInUseIsNamedAndItsWorkerGoesElsewhere() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1)) {
            int taken = Collections.min(cluster.slots(SUPERVISOR));
            try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getByName("127.0.0.1"))) {
                assertThat(other.isBound()).isTrue();
                SelfCheckRun run = SelfCheckRun.start(cluster, 40_000, 2);

                assertThat(cluster.assigned(SelfCheckRun.NAME)).doesNotContain(SUPERVISOR + ":" + taken);
                assertThat(cluster.log(SUPERVISOR)).contains("port " + taken + " on 127.0.0.1 is not free");
                run.finish();
            }
        }
    }

    /** The supervisor's state and every worker's heartbeat. */
    private static List<Path> files(Path local) throws IOException {
        List<Path> found = new ArrayList<>(List.of(local.resolve("supervisor").resolve("state.json")));
        try (Stream<Path> all = Files.walk(local.resolve("workers"))) {
            all.filter(path -> Files.isRegularFile(path)
                            && path.toString()
                                    .substring(local.toString().length())
                                    .contains("heartbeat"))
                    .forEach(found::add);
        }
        return found;
    }
}
