package dev.gale.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs one workload of one engine in this process: start, warm-up, then one line on standard output for each window.
 * <pre>{@code
 * Main --workload W2 --variant default --warmup-seconds 6 --windows 3 --window-seconds 7
 * @window {"workload": "W2", "variant": "default", "throughput": 2034110, "p50": null, ...}
 * }</pre>
 * Everything else that an engine prints is noise to the reader. The process ends itself, also when the engine hangs.
 */
public final class Runner {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration FIRST_TUPLE_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    /** For worker processes to end. */
    private static final Duration SPREAD_STOP_LIMIT = Duration.ofSeconds(10);

    private static final int FAILED = 1;
    private static final int BAD_ARGUMENT = 2;
    private static final int OVERRUN = 3;

    private final RunnerArguments arguments;
    private final Meters meters;
    private final PrintStream out;

    private Runner(RunnerArguments arguments, Meters meters, PrintStream out) {
        this.arguments = arguments;
        this.meters = meters;
        this.out = out;
    }

    /** The whole body of an engine's main method. Does not return: it halts the JVM, whatever threads are left. */
    public static void main(String[] args, WorkloadFactory engine) {
        int status = FAILED;
        try {
            RunnerArguments arguments = RunnerArguments.parse(List.of(args));
            endAfter(START_LIMIT.plus(FIRST_TUPLE_LIMIT).plus(arguments.measuring()));
            Scenario scenario = arguments.scenario();
            Workload workload = engine.create(scenario, arguments.variant());
            Meters meters = scenario.spread() ? new WorkerMeters(counters(), scenario.acked()) : new ProcessMeters();
            new Runner(arguments, meters, System.out).run(workload);
            status = 0;
        } catch (IllegalArgumentException e) {
            e.printStackTrace();
            status = BAD_ARGUMENT;
        } catch (Exception | Error e) {
            e.printStackTrace();
        }
        System.out.flush();
        System.err.flush();
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(status);
    }

    private void run(Workload workload) throws Exception {
        workload.start();
        awaitFirstTuple();
        Thread.sleep(arguments.warmup().toMillis());
        Probe.drainLatencies();
        Meters.Reading from = meters.read();
        for (int window = 0; window < arguments.windows(); window++) {
            TimeUnit.NANOSECONDS.sleep(from.nanos() + arguments.window().toNanos() - System.nanoTime());
            Meters.Reading to = meters.read();
            Window result = Window.between(from, to, Probe.drainLatencies());
            out.println(result.line(arguments.scenario(), arguments.variant()));
            from = to;
        }
        meters.check();
        stop(workload);
    }

    private static Path counters() throws IOException {
        return Files.createDirectories(countersDirectory());
    }

    /** Where stages in worker processes count, for {@link SharedCounters#DIRECTORY_KEY}; there before a workload starts. */
    public static Path countersDirectory() {
        return Path.of("counters").toAbsolutePath();
    }

    private void awaitFirstTuple() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + FIRST_TUPLE_LIMIT.toNanos();
        while (meters.tuples() == 0) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("no tuple reached the last stage within " + FIRST_TUPLE_LIMIT);
            }
            Thread.sleep(20);
        }
    }

    private void stop(Workload workload) throws InterruptedException {
        Thread stopping = new Thread(
                () -> {
                    try {
                        workload.stop();
                    } catch (Exception e) {
                        e.printStackTrace();
                    }
                },
                "bench-stop");
        stopping.setDaemon(true);
        stopping.start();
        stopping.join((arguments.scenario().spread() ? SPREAD_STOP_LIMIT : STOP_LIMIT).toMillis());
    }

    /** The last line of defence against a process that outlives the campaign which started it. */
    private static void endAfter(Duration limit) {
        Thread watch = new Thread(
                () -> {
                    try {
                        Thread.sleep(limit.toMillis());
                        System.err.println("still running after " + limit + ": halting");
                        Runtime.getRuntime().halt(OVERRUN);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "bench-limit");
        watch.setDaemon(true);
        watch.start();
    }
}
