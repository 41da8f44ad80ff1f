package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sample that was taken out of the working copy, and the commands that its author runs.
 *
 * @param folder where it lies
 * @param environment of the commands, beside that of this process
 */
record OutsideProject(Path folder, Map<String, String> environment) {
    /** How a command ended. */
    record Outcome(int code, String output) {}

    /** Copies a sample of the working copy, without what was built in it. */
    static OutsideProject of(String sample, Path folder, Map<String, String> environment) throws IOException {
        Path from = Repository.ROOT.resolve("samples").resolve(sample);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path relative = from.relativize(file);
                if (!relative.startsWith("target")) {
                    Files.copy(file, folder.resolve(relative.toString()));
                }
            }
        }
        return new OutsideProject(folder, environment);
    }

    Outcome run(String... command) throws IOException, InterruptedException {
        Process process = process(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    ProcessBuilder process(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_") || name.startsWith("GALE_"));
        builder.environment().putAll(environment);
        return builder;
    }

    void expect(String... command) throws IOException, InterruptedException {
        Outcome outcome = run(command);
        assertThat(outcome.code())
                .as(String.join(" ", command) + "\n" + outcome.output())
                .isZero();
    }
}
