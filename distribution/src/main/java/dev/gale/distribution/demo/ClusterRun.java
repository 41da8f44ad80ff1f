package dev.gale.distribution.demo;

import dev.gale.control.ComponentError;
import dev.gale.control.ComponentStatistics;
import dev.gale.control.Control;
import dev.gale.control.StreamCounts;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologyState;
import dev.gale.control.Window;
import dev.gale.distribution.daemon.DevCluster;
import dev.gale.examples.wordcount.RunFailedException;
import dev.gale.examples.wordcount.WordCountEngine;
import dev.gale.examples.wordcount.WordCountRun;
import dev.gale.examples.wordcount.WordCountTopology;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The word count on a cluster that is there for it alone. */
final class ClusterRun implements WordCountRun {
    private final DevCluster cluster;
    private final Control control;
    private final Path directory;
    private final boolean lingers;
    private final Stall stall = new Stall(System.nanoTime());

    /** @param directory of the cluster */
    ClusterRun(DevCluster cluster, Path directory, boolean lingers) {
        this.cluster = cluster;
        this.directory = directory;
        this.lingers = lingers;
        control = cluster.control();
    }

    @Override
    public boolean awaitFinished(Duration patience) throws RunFailedException, InterruptedException {
        List<ComponentError> errors = Answers.of(control.errors(WordCountEngine.TOPOLOGY));
        if (!errors.isEmpty()) {
            ComponentError first = errors.get(errors.size() - 1);
            throw new RunFailedException(
                    "component '" + first.component() + "', task " + first.task() + ": " + first.message());
        }
        if (isFinished()) {
            return true;
        }
        giveUpIfStalled();
        TimeUnit.MILLISECONDS.sleep(patience.toMillis());
        return isFinished();
    }

    @Override
    public Figures figures() throws RunFailedException, InterruptedException {
        List<ComponentStatistics> components = details().components();
        return new Figures(
                lines(components, StreamCounts::emitted),
                lines(components, StreamCounts::acked),
                lines(components, StreamCounts::failed),
                components.stream()
                        .mapToLong(component -> total(component, StreamCounts::executed))
                        .sum());
    }

    @Override
    public void linger(PrintStream out) throws InterruptedException {
        if (!lingers) {
            return;
        }
        String api = "http://127.0.0.1:" + cluster.apiPort() + "/api/v1";
        out.println();
        out.println("The cluster stays up until Ctrl-C:");
        out.println("  API         " + api);
        out.println("  store       " + cluster.store() + " (" + cluster.storeAdapter() + ")");
        cluster.supervisors().forEach((name, ports) -> out.printf("  %-11s slots %s%n", name, ports));
        out.println("  files       " + directory);
        out.println("To try:");
        out.println("  curl -s " + api + "/topologies");
        out.println("  curl -s " + api + "/topologies/" + WordCountEngine.TOPOLOGY);
        out.println("  curl -s " + api + "/supervisors");
        String gale =
                "  " + System.getProperty("gale.demo.command", "gale") + " --nimbus 127.0.0.1:" + cluster.apiPort();
        out.println(gale + " list");
        out.println(gale + " status " + WordCountEngine.TOPOLOGY);
        out.println(gale + " kill " + WordCountEngine.TOPOLOGY + " -w 0");
        new CountDownLatch(1).await();
    }

    @Override
    public void close() {
        cluster.close();
    }

    private void giveUpIfStalled() throws RunFailedException, InterruptedException {
        TopologyDetails details = details();
        Map<String, Long> uptimes = new HashMap<>();
        details.workers()
                .forEach(worker -> worker.uptimeMillis()
                        .ifPresent(uptime -> uptimes.put(worker.address().toString(), uptime)));
        long now = System.nanoTime();
        stall.look(lines(details.components(), StreamCounts::acked), uptimes, now);
        Optional<String> reason = stall.reason(now);
        if (reason.isPresent()) {
            throw new RunFailedException(reason.get() + lastWords());
        }
    }

    private String lastWords() {
        try {
            return WorkerLogs.lastLines(directory).stream()
                    .map(line -> System.lineSeparator() + "  " + line)
                    .collect(Collectors.joining());
        } catch (IOException | UncheckedIOException e) {
            return "; the workers' logs cannot be read: " + e;
        }
    }

    private boolean isFinished() throws RunFailedException, InterruptedException {
        return details().topology().status() == TopologyState.FINISHED;
    }

    private TopologyDetails details() throws RunFailedException, InterruptedException {
        return Answers.of(control.topology(WordCountEngine.TOPOLOGY));
    }

    private static long lines(List<ComponentStatistics> components, Function<StreamCounts, Map<String, Long>> figure) {
        return components.stream()
                .filter(component -> component.component().equals(WordCountTopology.LINES))
                .mapToLong(component -> total(component, figure))
                .sum();
    }

    private static long total(ComponentStatistics component, Function<StreamCounts, Map<String, Long>> figure) {
        var allTime = component.windows().get(Window.ALL_TIME);
        return allTime == null ? 0 : StreamCounts.total(figure.apply(allTime.counts()));
    }
}
