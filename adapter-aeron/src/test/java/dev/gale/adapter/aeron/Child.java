package dev.gale.adapter.aeron;

import dev.gale.tck.Patience;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM, which says line by line what happens to it. */
final class Child implements AutoCloseable {
    static final String FLAG = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    private final Process process;

    // Guarded by this.
    private final List<String> lines = new ArrayList<>();

    private Child(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(List<String> jvmFlags, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.add("-Xmx128m");
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new Child(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (this) {
                    lines.add(line);
                    notifyAll();
                }
            }
        } catch (IOException e) {
            synchronized (this) {
                lines.add("its output broke: " + e);
            }
        }
    }

    /** What follows {@code word} in the {@code n}th line that begins with it, counted from one. */
    String await(int n, String word) {
        Patience.fromSystemProperty().until(this, n + " x " + word + " in " + lines(), () -> count(word) >= n);
        return lines().stream()
                .filter(line -> line.startsWith(word))
                .skip(n - 1)
                .findFirst()
                .orElseThrow()
                .substring(word.length())
                .trim();
    }

    private synchronized long count(String word) {
        return lines.stream().filter(line -> line.startsWith(word)).count();
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void stop() {
        signal("-STOP");
    }

    void goOn() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** By SIGKILL. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    int awaitEnd() {
        try {
            if (!process.waitFor(Patience.fromSystemProperty().longest().toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still runs: " + lines());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** By SIGTERM. */
    void end() {
        process.destroy();
    }

    @Override
    public void close() {
        kill();
    }
}
