package dev.gale.bench.cluster;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.bench.harness.CounterFiles;
import dev.gale.bench.harness.Milestones;
import dev.gale.bench.harness.SharedCounters;
import dev.gale.control.KillRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * From a submit to the first acked tuple, on an idle cluster of processes with the defaults: a topology of two workers, which sends
 * its tuples from one to the other. What is submitted first is uploaded, so that is part of it. The first run is left out: the
 * cluster itself is cold then. Status 0 when all was measured, 1 when a run failed, 2 for a bad argument.
 */
public final class SubmitBenchmark {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int RUNS = 5;
    private static final int BAD_ARGUMENT = 2;

    private interface Condition {
        boolean holds() throws IOException;
    }

    private SubmitBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int runs;
        try {
            runs = runs(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println("bench.sh: " + e.getMessage());
            System.exit(BAD_ARGUMENT);
            return;
        }
        Path root = Path.of("").toAbsolutePath();
        Path scratch = Files.createTempDirectory("gale-bench-submit");
        Milestones milestones = new Milestones();
        try (BenchCluster cluster = BenchCluster.start(scratch, 4, daemons())) {
            run(cluster, scratch, 0);
            for (int run = 1; run <= runs; run++) {
                milestones.add(run(cluster, scratch, run));
            }
        } finally {
            Scratch.delete(scratch);
        }
        System.out.println("milliseconds from the submit to ...");
        milestones.print(System.out);
        System.out.println("written to " + root.relativize(milestones.write(root, "submit")));
    }

    /** @throws IllegalArgumentException with one line for the user */
    static int runs(List<String> words) {
        if (words.isEmpty()) {
            return RUNS;
        }
        if (words.size() == 2 && words.get(0).equals("--runs") && words.get(1).matches("[1-9]\\d?")) {
            return Integer.parseInt(words.get(1));
        }
        throw new IllegalArgumentException("unknown options " + words + "; usage: ./bench.sh submit [--runs 5]");
    }

    /** The defaults; to look at what flags of the workers change, by hand: {@code -Dbench.childopts=...}. */
    private static Map<String, String> daemons() {
        String options = System.getProperty("bench.childopts", "");
        return options.isBlank() ? Map.of() : Map.of("worker.childopts", options);
    }

    private static Map<String, Double> run(BenchCluster cluster, Path scratch, int number) throws IOException {
        String name = "submit-" + number;
        Path directory = Files.createDirectory(scratch.resolve(name));
        CounterFiles counters = new CounterFiles(directory);
        Config config = new Config();
        config.setNumWorkers(2);
        config.put(SharedCounters.DIRECTORY_KEY, directory.toString());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new CountingSpout(true));
        builder.setBolt("sink", new CountingSink(true)).localOrShuffleGrouping("spout");
        Map<String, Double> millis = new LinkedHashMap<>();
        long start = System.nanoTime();
        cluster.submit(name, config, builder.createTopology());
        millis.put("accepted", since(start));
        await(name + ": two worker processes", () -> cluster.workers() >= 2);
        millis.put("both workers started", since(start));
        await(name + ": a component", () -> {
            counters.discover();
            return counters.stages() >= 1;
        });
        millis.put("first component opened", since(start));
        await(name + ": both components", () -> {
            counters.discover();
            return counters.stages() >= 2;
        });
        millis.put("all components opened", since(start));
        await(name + ": an ack", () -> counters.acked() > 0);
        millis.put("first acked tuple", since(start));
        BenchCluster.answer(cluster.control().kill(name, new KillRequest(OptionalLong.of(0))));
        await(
                name + ": its end",
                () -> BenchCluster.answer(cluster.control().topologies()).isEmpty() && cluster.workers() == 0);
        return millis;
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static void await(String what, Condition condition) throws IOException {
        long start = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - start >= PATIENCE_NANOS) {
                throw new IllegalStateException("it took too long to see " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
