package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import dev.gale.api.TopologyStatus;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.local.SubmitException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs topologies in this process. */
final class LocalSubmission implements Submission, AutoCloseable {
    private final LocalCluster cluster = new LocalCluster();
    private final Map<String, Object> defaults;

    /** @param defaults for all topologies; their own configs come before them */
    LocalSubmission(Map<String, Object> defaults) {
        this.defaults = defaults;
    }

    @Override
    public void submit(String name, Map<String, Object> conf, Topology topology) {
        Map<String, Object> whole = new TreeMap<>(defaults);
        whole.putAll(conf);
        try {
            cluster.submit(name, whole, topology);
        } catch (SubmitException e) {
            throw new CliException(ExitCode.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    List<LocalTopology> topologies() {
        return cluster.topologies();
    }

    /** Waits until all have ended, or the time is over. */
    void awaitEnd(Duration time) {
        long endNanos = System.nanoTime() + time.toNanos();
        for (LocalTopology topology : cluster.topologies()) {
            topology.awaitStatus(TopologyStatus.FINISHED, Duration.ofNanos(Math.max(0, endNanos - System.nanoTime())));
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
