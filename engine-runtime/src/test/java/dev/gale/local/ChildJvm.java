package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class of these tests in a JVM of its own, with a heap of its own. */
final class ChildJvm {
    private ChildJvm() {}

    /** Runs it to its end; anything but exit code 0 is an error that shows its output. */
    static String run(String heap, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("gale-child", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                boolean ended = process.waitFor(2 * Patience.LONGEST.toSeconds(), TimeUnit.SECONDS);
                String text = Files.readString(output, StandardCharsets.UTF_8);
                assertThat(ended).as("the child ends; it wrote: %s", text).isTrue();
                assertThat(process.exitValue()).as("it wrote: %s", text).isZero();
                return text;
            } finally {
                process.destroyForcibly();
            }
        } finally {
            Files.delete(output);
        }
    }
}
