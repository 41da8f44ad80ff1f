package dev.gale.local;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Submits topologies and waits for what becomes of them. */
final class Runs {
    private Runs() {}

    static LocalTopology start(LocalCluster cluster, Config conf, TopologyBuilder builder) {
        LocalTopology topology = cluster.submit("it", conf, builder.createTopology());
        topology.awaitRunning(Patience.LONGEST);
        return topology;
    }

    /** @param progress told if the end does not come */
    static LocalTopology finish(LocalCluster cluster, Config conf, TopologyBuilder builder, Object progress) {
        LocalTopology topology = cluster.submit("it", conf, builder.createTopology());
        awaitFinished(topology, progress);
        return topology;
    }

    static void awaitFinished(LocalTopology topology, Object progress) {
        if (!topology.awaitStatus(TopologyStatus.FINISHED, Patience.LONGEST)) {
            throw new AssertionError("not FINISHED but " + topology.status() + " within " + Patience.LONGEST
                    + ", pending=" + topology.pending() + ", " + progress + ", errors=" + messages(topology));
        }
    }

    static List<String> messages(LocalTopology topology) {
        return topology.errors().stream()
                .map(error -> error.component() + "[" + error.task() + "] " + error.message())
                .toList();
    }

    static Config workers(int workers) {
        Config conf = new Config();
        conf.setNumWorkers(workers);
        return conf;
    }

    /** What a slow bolt does: keeps its thread for a time that the operating system does not round up. */
    static void work(long nanos) {
        long end = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(left);
            left = end - System.nanoTime();
        }
    }

    /** Threads of engines that are alive. */
    static List<String> engineThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("gale-"))
                .sorted()
                .toList();
    }
}
