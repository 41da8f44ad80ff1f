package dev.gale.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs one engine process at a time and ends it by its handle: when it overruns its limit, and when this JVM is told
 * to end. The process works in a directory of its own, which is deleted with all that it left there.
 */
final class EngineProcess {
    private static final List<String> SAME_FOR_ALL = List.of("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC");

    private final Path directory;
    private final Path logs;
    private @Nullable Process running;
    private boolean ended;

    /**
     * @param scratch where the process works
     * @param logs where everything but the windows goes, a file for each run
     */
    EngineProcess(Path scratch, Path logs) {
        this.directory = scratch;
        this.logs = logs;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "bench-end"));
    }

    /**
     * The windows that {@code run} printed.
     *
     * @throws IOException if it printed fewer than asked for, for whatever reason
     * @throws InterruptedException if this JVM is ending
     */
    List<Window> windows(Plan.Run run, Duration limit) throws IOException, InterruptedException {
        Files.createDirectories(logs);
        clear();
        Files.createDirectories(directory);
        Path log = logs.resolve(logName(run));
        Process process = start(run);
        long startNanos = System.nanoTime();
        Thread watch = watch(process, limit);
        List<Window> windows = new ArrayList<>();
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter noise = new PrintWriter(Files.newBufferedWriter(log, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Window.LINE_PREFIX)) {
                    windows.add(Window.parse(line));
                }
                noise.println(line);
            }
            process.waitFor();
        } finally {
            watch.interrupt();
            endWorkers(process);
            process.destroyForcibly();
            clear();
        }
        stopIfEnded();
        if (windows.size() < run.arguments().windows()) {
            boolean overran = System.nanoTime() - startNanos >= limit.toNanos();
            throw new IOException((overran
                            ? "took longer than " + limit.toSeconds() + " s, "
                            : "ended with status " + process.exitValue() + ", ")
                    + windows.size() + " of " + run.arguments().windows() + " windows; see " + log);
        }
        return windows;
    }

    private static String logName(Plan.Run run) {
        return String.join(
                        "-",
                        run.arguments().scenario().label(),
                        run.engine().name(),
                        run.arguments().variant().label(),
                        Integer.toString(run.round()))
                + ".log";
    }

    private synchronized Process start(Plan.Run run) throws IOException, InterruptedException {
        stopIfEnded();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SAME_FOR_ALL);
        command.add("-Djava.io.tmpdir=" + directory);
        command.addAll(run.engine().jvmFlags());
        command.addAll(List.of("-cp", run.engine().classPath(), run.engine().mainClass()));
        command.addAll(run.arguments().words());
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        running = process;
        return process;
    }

    private static Thread watch(Process process, Duration limit) {
        Thread watch = new Thread(
                () -> {
                    try {
                        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                            endWorkers(process);
                            // The handle leaves the streams open, so that the reader still gets what was printed.
                            process.toHandle().destroyForcibly();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "bench-watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private synchronized void stopIfEnded() throws InterruptedException {
        if (ended) {
            throw new InterruptedException("told to end");
        }
    }

    private void end() {
        Process last;
        synchronized (this) {
            ended = true;
            last = running;
        }
        try {
            if (last != null) {
                endWorkers(last);
                last.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
            }
            clear();
        } catch (IOException e) {
            System.err.println("left behind " + directory + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The processes that it started; they do not end with it. */
    private static void endWorkers(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private void clear() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
