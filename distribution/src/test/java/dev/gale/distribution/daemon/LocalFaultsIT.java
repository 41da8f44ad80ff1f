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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one host's disk and ports may do to its supervisor. */
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class LocalFaultsIT {
    private static final int NULS = 300;
    private static final Set<String> ALWAYS =
            Set.of("heartbeat", "state.json", "worker.json", "stormcode.ser", "stormconf.ser", "stormjar.jar");
    private static final String SUPERVISOR = "supervisor-1";

    @TempDir
    Path directory;

    private interface Damage {
        byte[] of(byte[] content);
    }

    /** O-55: each kind of file that a supervisor reads at its start, of workers that run and of one that does not. */
    @Test
    void damagedFilesDoNotKeepASupervisorFromStarting() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        Map<String, Damage> damages = new LinkedHashMap<>();
        damages.put("empty", content -> new byte[0]);
        damages.put("NULs", content -> new byte[NULS]);
        damages.put("half", content -> Arrays.copyOf(content, content.length / 2));
        damages.put("random bytes", content -> {
            byte[] bytes = new byte[NULS];
            random.nextBytes(bytes);
            return bytes;
        });
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1)) {
            SelfCheckRun run = SelfCheckRun.start(cluster, SelfCheckRun.FEWER_LINES, 2);
            Path local = cluster.directory().resolve(SUPERVISOR);
            int complaints = 0;
            for (Map.Entry<String, Damage> damage : damages.entrySet()) {
                cluster.kill(SUPERVISOR);
                LiveWorker dead = cluster.workers().get(0);
                ProcessCluster.end(dead.process());
                Map<String, Integer> kinds = new TreeMap<>();
                for (Path file : files(local)) {
                    Files.write(file, damage.getValue().of(Files.readAllBytes(file)));
                    kinds.merge(file.getFileName().toString(), 1, Integer::sum);
                }
                assertThat(kinds.keySet()).containsAll(ALWAYS);
                cluster.startSupervisor(SUPERVISOR);
                int before = complaints;
                Await.until(
                        "the supervisor names the file with " + damage.getKey(),
                        () -> complaints(cluster.log(SUPERVISOR)) > before);
                complaints = complaints(cluster.log(SUPERVISOR));
                Await.until("each task runs once", () -> cluster.isSettled(SelfCheckRun.NAME));
                run.expectData();
            }
            run.finish();
        }
    }

    private static int complaints(String log) {
        return log.split("state.json cannot be used", -1).length - 1;
    }

    /** O-60 (a) */
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

    /** All but logs and what workers have for a moment. */
    private static List<Path> files(Path local) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : List.of(local.resolve("supervisor"), local.resolve("workers"))) {
            try (Stream<Path> all = Files.walk(directory)) {
                all.filter(Files::isRegularFile)
                        .filter(file ->
                                ALWAYS.contains(file.getFileName().toString()) || file.endsWith("state.json.previous"))
                        .forEach(found::add);
            }
        }
        return found;
    }
}
