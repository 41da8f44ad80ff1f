package dev.gale.examples.wordcount;

import dev.gale.api.Config;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.ComponentStatistics;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.stats.Window;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.local.ReportedError;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Local mode: the workers are in this JVM. */
public final class LocalEngine implements WordCountEngine {
    /** Needs nothing. */
    public LocalEngine() {}

    @Override
    public WordCountRun start(TextInput input, Path results, Path scratch) {
        Config conf = new Config();
        conf.setNumWorkers(WORKERS);
        LocalCluster cluster = new LocalCluster();
        try {
            return new Run(cluster, cluster.submit(TOPOLOGY, conf, WordCountTopology.of(input, results, WORKERS)));
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** The spout's figures. */
    static StreamCounts lines(TopologyStatistics statistics) {
        ComponentStatistics spout = statistics.components().get(WordCountTopology.LINES);
        return spout == null ? StreamCounts.NONE : counts(spout);
    }

    private static StreamCounts counts(ComponentStatistics component) {
        var allTime = component.windows().get(Window.ALL_TIME);
        return allTime == null ? StreamCounts.NONE : allTime.figures().counts();
    }

    private record Run(LocalCluster cluster, LocalTopology topology) implements WordCountRun {
        @Override
        public boolean awaitFinished(Duration patience) throws RunFailedException, InterruptedException {
            boolean finished = topology.awaitStatus(TopologyStatus.FINISHED, patience);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            List<ReportedError> errors = topology.errors();
            if (!errors.isEmpty()) {
                ReportedError first = errors.get(0);
                throw new RunFailedException(
                        "component '" + first.component() + "', task " + first.task() + ": " + first.message());
            }
            return finished;
        }

        @Override
        public Figures figures() {
            TopologyStatistics statistics = topology.statistics();
            StreamCounts lines = lines(statistics);
            return new Figures(
                    StreamCounts.total(lines.emitted()),
                    StreamCounts.total(lines.acked()),
                    StreamCounts.total(lines.failed()),
                    statistics.components().values().stream()
                            .mapToLong(component ->
                                    StreamCounts.total(counts(component).executed()))
                            .sum());
        }

        @Override
        public void linger(PrintStream out) {
            // There is nothing to look at from outside of this process.
        }

        @Override
        public void close() {
            cluster.close();
        }
    }
}
