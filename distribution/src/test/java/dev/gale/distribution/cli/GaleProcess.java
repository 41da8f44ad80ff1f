package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The command line in a process of its own, started as the start script does. Whatever it keeps is below its folder. */
final class GaleProcess implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Path folder;
    private final Process process;

    private GaleProcess(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** @param folder its own, for temporary files, logs and what it prints */
    static GaleProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, List.of(), arguments);
    }

    /** @param before words of a command that ends with the one to run */
    static GaleProcess start(Path folder, List<String> before, String... arguments) throws IOException {
        Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>(before);
        // Whoever runs in the background of a script ignores interrupts, and so would this.
        command.addAll(List.of("env", "--default-signal=INT"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                "-Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml",
                "-Dgale.log.dir=" + folder.resolve("logs"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GALE_"));
        return new GaleProcess(folder, builder.start());
    }

    String out() {
        return read("out");
    }

    String err() {
        return read("err");
    }

    /** Waits until it has said that it is up, with what follows that line. */
    GaleProcess awaitUp(String name, int addresses) {
        until("gale " + name + " is up", () -> {
            assertThat(process.isAlive()).as(() -> out() + err()).isTrue();
            return out().startsWith("gale " + name + " is up\n")
                    && out().lines().count() > addresses;
        });
        return this;
    }

    /** What it printed behind the name of an address. */
    String address(String name) {
        return out().lines()
                .map(String::strip)
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + out()));
    }

    /** @return the exit code */
    int end(String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        return code();
    }

    /** When it has ended. */
    int code() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS))
                .as(() -> "it ends; " + out() + err())
                .isTrue();
        return process.exitValue();
    }

    /** Ends it hard if it still runs, and the workers that it left. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        for (ProcessHandle worker : workers(folder)) {
            worker.destroyForcibly();
            worker.onExit().join();
        }
    }

    /** Of all supervisors that keep their files below this folder. */
    static List<ProcessHandle> workers(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(each -> each.info()
                        .commandLine()
                        .filter(line -> line.contains("-Dgale.worker.directory=" + folder))
                        .isPresent())
                .toList();
    }

    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.equals(folder)).toList();
        }
    }

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                throw new AssertionError("It took too long until " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
