package dev.gale.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes of a benchmark: this JVM's version and class path, and the same heap for all. */
final class Jvm {
    private static final List<String> FLAGS = List.of(
            "-Xms512m",
            "-Xmx1g",
            "-XX:+UseParallelGC",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "-Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml");

    private Jvm() {}

    /** @param log where its errors go; its other log is beside that */
    static Process start(Path log, Class<?> main, String... arguments) throws IOException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        String name = log.getFileName().toString().replaceFirst("[.][^.]*$", "");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.add("-Dgale.log.dir=" + log.toAbsolutePath().getParent());
        command.add("-Dgale.log.name=" + name + "-events");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(log.toFile()).start();
    }

    /** Closes its input, which is the sign to end, and waits for that. */
    static void end(Process process, long patience, TimeUnit unit) throws IOException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(patience, unit)) {
                endAll(process);
                throw new IOException("process " + process.pid() + " did not end by itself");
            }
        } catch (InterruptedException e) {
            endAll(process);
            Thread.currentThread().interrupt();
        }
    }

    /** Zero once it has ended. */
    static long cpuNanos(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    private static void endAll(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
