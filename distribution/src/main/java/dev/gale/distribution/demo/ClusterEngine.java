package dev.gale.distribution.demo;

import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.SubmitRequest;
import dev.gale.distribution.daemon.DevCluster;
import dev.gale.distribution.daemon.FreePorts;
import dev.gale.examples.wordcount.RunFailedException;
import dev.gale.examples.wordcount.TextInput;
import dev.gale.examples.wordcount.WordCountEngine;
import dev.gale.examples.wordcount.WordCountRun;
import dev.gale.examples.wordcount.WordCountTopology;
import dev.gale.runtime.code.TopologyCode;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A cluster on this machine for one word count. */
final class ClusterEngine implements WordCountEngine {
    private static final int API_PORT = 7070;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Of the daemons, not of topologies; small, since two workers and this process share a machine. */
    private static final Map<String, String> CONFIG = Map.of(
            "worker.heap.memory.mb", "256",
            "worker.childopts", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto",
            "worker.beat.frequency.secs", "0.5",
            "supervisor.heartbeat.frequency.secs", "1",
            "supervisor.worker.shutdown.grace.secs", "3");

    private final PrintStream err;
    private final boolean lingers;

    /** @param lingers whether the cluster stays up when the words are counted */
    ClusterEngine(PrintStream err, boolean lingers) {
        this.err = err;
        this.lingers = lingers;
    }

    @Override
    public WordCountRun start(TextInput input, Path results, Path scratch)
            throws IOException, RunFailedException, InterruptedException {
        long startNanos = System.nanoTime();
        Path directory = scratch.resolve("cluster");
        System.setProperty("gale.log.dir", scratch.toString());
        err.println("Starting a store, nimbus, two supervisors and their worker processes on this machine ...");
        DevCluster cluster = cluster(directory);
        try {
            cluster.awaitReady(PATIENCE);
            submit(cluster.control(), input, results);
            err.printf(Locale.ROOT, "The topology was accepted after %.1f s%n", (System.nanoTime() - startNanos) / 1e9);
            return new ClusterRun(cluster, directory, lingers);
        } catch (ControlException e) {
            cluster.close();
            throw new RunFailedException(String.valueOf(e.getMessage()), e);
        } catch (IOException | RunFailedException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static DevCluster cluster(Path directory) throws RunFailedException {
        try (FreePorts api = FreePorts.from(API_PORT, 1)) {
            return DevCluster.start(
                    DevCluster.Setup.of(directory, api.numbers().get(0), List.of(WORKERS, WORKERS), CONFIG));
        } catch (RuntimeException e) {
            throw new RunFailedException("the cluster cannot be started: " + e.getMessage(), e);
        }
    }

    private static void submit(Control control, TextInput input, Path results)
            throws IOException, RunFailedException, InterruptedException {
        List<String> problems = new ArrayList<>();
        byte[] code = TopologyCode.of(
                        WordCountTopology.of(input, results, WORKERS), problem -> problems.add(problem.toString()))
                .orElseThrow(() -> new RunFailedException("the topology was not accepted: " + problems))
                .encode();
        Upload upload = new Upload(control);
        Answers.of(control.submit(new SubmitRequest(
                TOPOLOGY,
                Map.of("topology.workers", WORKERS),
                upload.send(Files.readAllBytes(jar())),
                upload.send(code),
                "",
                true)));
    }

    private static Path jar() throws IOException {
        try {
            Path place = Path.of(WordCountTopology.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isRegularFile(place)) {
                return place;
            }
            throw new IOException("The examples are not packed: " + place + " is no jar");
        } catch (URISyntaxException e) {
            throw new IOException("The examples' jar cannot be found", e);
        }
    }
}
