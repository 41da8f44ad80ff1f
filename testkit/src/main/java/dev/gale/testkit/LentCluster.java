package dev.gale.testkit;

import dev.gale.engine.stats.ComponentStatistics;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.Window;
import dev.gale.engine.stats.WindowStatistics;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.local.ReportedError;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A cluster with the threads that were there before it. Not closeable by the store it is kept in, which would be too late. */
final class LentCluster {
    private static final String ENGINE_THREADS = "gale-";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int FRAMES = 8;

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final LocalCluster cluster;

    LentCluster(Map<String, Object> config) {
        cluster = new LocalCluster(config);
    }

    LocalCluster cluster() {
        return cluster;
    }

    /** @throws AssertionError if threads of the engine are left and {@code checkThreads} */
    void close(boolean checkThreads) {
        cluster.close();
        if (!checkThreads) {
            return;
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<Thread> left = threads();
        for (Thread thread : left) {
            try {
                thread.join(
                        Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        left = threads();
        if (!left.isEmpty()) {
            StringBuilder text = new StringBuilder("The cluster is closed, but its threads are left:");
            left.forEach(thread -> describe(thread, text));
            throw new AssertionError(text.toString());
        }
    }

    /** How each topology does, a paragraph each. */
    String report() {
        StringBuilder text = new StringBuilder();
        cluster.topologies().forEach(topology -> describe(topology, text));
        return text.isEmpty() ? "No topology was submitted." : text.toString();
    }

    private List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(ENGINE_THREADS) && !before.contains(thread))
                .sorted(Comparator.comparing(Thread::getName))
                .toList();
    }

    private static void describe(Thread thread, StringBuilder text) {
        text.append('\n').append(thread.getName()).append(", ").append(thread.getState());
        StackTraceElement[] frames = thread.getStackTrace();
        for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
            text.append("\n\tat ").append(frames[i]);
        }
    }

    private static void describe(LocalTopology topology, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "Topology '%s' (%s) is %s, %d tuples are pending%n",
                topology.name(),
                topology.id(),
                topology.status(),
                topology.pending()));
        text.append(String.format(
                Locale.ROOT,
                "  %-24s %12s %12s %12s %12s %12s %6s %9s%n",
                "component",
                "emitted",
                "transferred",
                "executed",
                "acked",
                "failed",
                "queue",
                "capacity"));
        topology.statistics().components().values().forEach(component -> describe(component, text));
        for (ReportedError error : topology.errors()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  error of %s[%d] at %s: %s%n",
                    error.component(),
                    error.task(),
                    error.time(),
                    error.stackTrace()));
        }
    }

    private static void describe(ComponentStatistics component, StringBuilder text) {
        WindowStatistics all = component.windows().get(Window.ALL_TIME);
        if (all == null) {
            return;
        }
        StreamCounts counts = all.figures().counts();
        text.append(String.format(
                Locale.ROOT,
                "  %-24s %12d %12d %12d %12d %12d %5.0f%% %9.3f%n",
                component.component(),
                StreamCounts.total(counts.emitted()),
                StreamCounts.total(counts.transferred()),
                StreamCounts.total(counts.executed()),
                StreamCounts.total(counts.acked()),
                StreamCounts.total(counts.failed()),
                100 * component.queueFill(),
                all.capacity()));
    }
}
