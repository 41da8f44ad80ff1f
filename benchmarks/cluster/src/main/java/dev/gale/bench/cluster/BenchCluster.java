package dev.gale.bench.cluster;

import dev.gale.api.Topology;
import dev.gale.control.Control;
import dev.gale.control.SubmitRequest;
import dev.gale.distribution.client.CodeUpload;
import dev.gale.distribution.client.Content;
import dev.gale.distribution.daemon.DevCluster;
import dev.gale.distribution.daemon.FreePorts;
import dev.gale.runtime.code.TopologyCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A cluster on this machine, idle at first: store, nimbus and one supervisor in this process, and worker processes. */
final class BenchCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int API_PORT = 7170;

    private final DevCluster cluster;
    private final Path directory;
    private final Path jar;

    private BenchCluster(DevCluster cluster, Path directory, Path jar) {
        this.cluster = cluster;
        this.directory = directory;
        this.jar = jar;
    }

    /** @param config of the daemons, by key */
    static BenchCluster start(Path directory, int slots, Map<String, String> config)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path jar = directory.resolve("topology.jar");
        TopologyJar.write(jar);
        try (FreePorts api = FreePorts.from(API_PORT, 1)) {
            DevCluster cluster = DevCluster.start(DevCluster.Setup.of(
                    directory.resolve("cluster"), api.numbers().get(0), List.of(slots), config));
            cluster.awaitReady(PATIENCE);
            return new BenchCluster(cluster, directory, jar);
        }
    }

    Control control() {
        return cluster.control();
    }

    /** How many worker processes there are: this process starts no others. */
    int workers() {
        return (int) ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .count();
    }

    /** Returns when the topology is accepted. */
    void submit(String name, Map<String, Object> config, Topology topology) throws IOException {
        List<String> problems = new ArrayList<>();
        Path code = directory.resolve(name + ".ser");
        Files.write(
                code,
                TopologyCode.of(topology, problem -> problems.add(problem.toString()))
                        .orElseThrow(() -> new IllegalStateException("not accepted: " + problems))
                        .encode());
        answer(control().submit(new SubmitRequest(name, config, upload(jar), upload(code), "", true)));
    }

    private String upload(Path file) throws IOException {
        return new CodeUpload(control(), BenchCluster::answer, (bytes, of) -> {}).send(Content.of(file));
    }

    /** Waits for an answer of the cluster. */
    static <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the cluster says: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the cluster gave no answer within " + PATIENCE, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the cluster was asked", e);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
