package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.control.Control;
import dev.gale.control.KillRequest;
import dev.gale.control.StreamCounts;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import dev.gale.control.Window;
import dev.gale.runtime.code.TopologyCode;
import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole cluster on one machine, with real worker processes. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DevClusterIT {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(4);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "etcd"})
    void runsATopologyInWorkerProcessesUntilItHasFinished(String store) throws Exception {
        Path seen = Files.createDirectories(directory.resolve("seen"));
        try (DevCluster cluster = DevCluster.start(setup(store))) {
            Control control = cluster.control();
            await("a nimbus in charge with two supervisors", () -> supervisors(control) == 2);

            TopologySummary accepted = submit(control, "lines", 5_000, seen);
            assertThat(accepted.status()).isEqualTo(TopologyState.ACTIVE);
            await("every line acked", () -> status(control, "lines") == TopologyState.FINISHED);

            assertThat(acked(control, "lines", "lines")).isEqualTo(5_000);
            assertThat(seen(seen)).isEqualTo(IntStream.range(0, 5_000).boxed().collect(Collectors.toSet()));
            assertThat(seen)
                    .isDirectoryContaining(file -> file.getFileName().toString().startsWith(accepted.id() + " task "));
            assertThat(logs(accepted.id())).isEqualTo(2);
            answer(control.kill("lines", new KillRequest(OptionalLong.of(0))));
            await("nothing is left of it", () -> answer(control.topologies()).isEmpty());
            await("its logs are removed", () -> logs(accepted.id()) == 0);
        }
    }

    private DevCluster.Setup setup(String store) throws IOException {
        return DevCluster.Setup.of(
                directory.resolve("cluster"),
                FreePort.next(),
                List.of(2, 2),
                Map.of(
                        "metadata.store",
                        store,
                        "worker.heap.memory.mb",
                        "128",
                        "worker.beat.frequency.secs",
                        "0.5",
                        "supervisor.log.retention.secs",
                        "1",
                        "worker.childopts",
                        "-D" + CountedLines.PREFIX + "=host-"));
    }

    /** On how many hosts a topology has any. */
    private long logs(String topology) {
        return Stream.of("supervisor-1", "supervisor-2")
                .filter(host -> Files.exists(directory.resolve(Path.of("cluster", host, "logs", topology))))
                .count();
    }

    private static TopologySummary submit(Control control, String name, int lines, Path seen) throws Exception {
        byte[] jar = ClassesJar.of(
                CountedLines.class, CountedLines.Lines.class, CountedLines.Pass.class, CountedLines.Sink.class);
        byte[] code = TopologyCode.of(CountedLines.topology(2), problem -> {
                    throw new AssertionError(problem.toString());
                })
                .orElseThrow()
                .encode();
        return answer(control.submit(new SubmitRequest(
                name,
                Map.of(
                        "topology.workers",
                        2,
                        "topology.worker.childopts",
                        "-D" + CountedLines.PREFIX + "='%TOPOLOGY-ID% task '",
                        CountedLines.LINES,
                        lines,
                        CountedLines.DIRECTORY,
                        seen.toString()),
                upload(control, jar),
                upload(control, code),
                "",
                true)));
    }

    private static String upload(Control control, byte[] content) throws Exception {
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        UploadStatus upload = answer(control.beginUpload(new UploadRequest(content.length, digest)));
        answer(control.uploadChunk(upload.id(), 0, content));
        return answer(control.finishUpload(upload.id())).id();
    }

    private static int supervisors(Control control) {
        try {
            return answer(control.supervisors()).size();
        } catch (RuntimeException e) {
            return -1;
        }
    }

    private static TopologyState status(Control control, String name) {
        TopologyDetails details = answer(control.topology(name));
        return details.topology().status();
    }

    private static long acked(Control control, String name, String spout) {
        return answer(control.topology(name)).components().stream()
                .filter(component -> component.component().equals(spout))
                .mapToLong(component -> StreamCounts.total(
                        component.windows().get(Window.ALL_TIME).counts().acked()))
                .sum();
    }

    private static Set<Integer> seen(Path directory) throws IOException {
        Set<Integer> all = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).forEach(line -> all.add(Integer.parseInt(line)));
            }
        }
        return all;
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                throw new AssertionError("It took too long until there was " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
