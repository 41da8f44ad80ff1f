package dev.gale.distribution.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A package that was unpacked, and what its user does with it.
 *
 * @param home where it is
 * @param directory for what its processes write
 */
record Installation(Path home, Path directory) {
    /** How a command ended. */
    record Outcome(int code, String out, String err) {}

    /** @param profile by its name, as this build has packed it */
    static Installation unpack(String profile, Path directory) throws Exception {
        Path packed;
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            packed = files.filter(file -> file.getFileName().toString().matches("gale-.*-" + profile + "\\.tar\\.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        Path place = Files.createDirectories(directory.resolve("a place with blanks"));
        Process tar = new ProcessBuilder("tar", "xzf", packed.toAbsolutePath().toString())
                .directory(place.toFile())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
        return new Installation(place.resolve(names(place).get(0)), directory);
    }

    Outcome gale(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/gale").toString()));
        command.addAll(List.of(arguments));
        return run(Map.of(), directory, command);
    }

    Outcome run(Map<String, String> environment, Path where, List<String> command) throws Exception {
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        Process process = process(environment, command)
                .directory(where.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Outcome(process.waitFor(), Files.readString(out), Files.readString(err));
    }

    ProcessBuilder process(Map<String, String> environment, List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command).directory(directory.toFile());
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process.environment().remove("JAVA_TOOL_OPTIONS");
        process.environment().putAll(environment);
        return process;
    }

    /** {@code gale dev} with two supervisors, once it is up; its errors go to {@link #devErrors}. */
    Process dev(int port) throws IOException {
        List<String> command = List.of(
                home.resolve("bin/gale").toString(),
                "dev",
                "--supervisors",
                "2",
                "--dir",
                directory.resolve("dev").toString(),
                "--port",
                String.valueOf(port),
                "-c",
                "worker.heap.memory.mb=128");
        Process dev = process(Map.of("GALE_LOG_DIR", directory.resolve("logs").toString()), command)
                .redirectError(directory.resolve("dev.err").toFile())
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(dev.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.equals("gale dev is up")) {
            line = out.readLine();
        }
        assertThat(line).as(devErrors()).isNotNull();
        return dev;
    }

    String devErrors() throws IOException {
        return Files.readString(directory.resolve("dev.err"));
    }

    /** Waits until a topology has finished, and expects that it had no errors. */
    void awaitFinished(Process dev, Map<String, String> client, String topology) throws Exception {
        while (!run(client, home, List.of("bin/gale", "list")).out().contains("FINISHED")) {
            assertThat(dev.isAlive()).as(devErrors()).isTrue();
            TimeUnit.MILLISECONDS.sleep(200);
        }
        assertThat(run(client, home, List.of("bin/gale", "errors", topology, "-o", "json"))
                        .out())
                .doesNotContain("message");
    }

    String example() throws IOException {
        Path examples = home.resolve("examples");
        return names(examples).stream()
                .filter(name -> name.endsWith(".jar"))
                .map(name -> examples.resolve(name).toString())
                .findFirst()
                .orElseThrow();
    }

    /** The command lines of processes that were told of a place in the directory. */
    List<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(directory.toString()))
                .toList();
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
