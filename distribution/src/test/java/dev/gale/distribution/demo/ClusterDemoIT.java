package dev.gale.distribution.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.examples.wordcount.WordCountDemo;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo with real worker processes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterDemoIT {
    private static final int INTERRUPTED = 128 + 2;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void theWordsAreCountedAndNothingIsLeft() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "the cat\nand the dog\n".repeat(500));
        PrintStream to = new PrintStream(err, true);

        int code = new WordCountDemo(
                        place -> new ClusterEngine(to, false), directory(), new PrintStream(out, true), to, false)
                .run(List.of(text.toString()));

        assertThat(code).as(() -> err.toString(UTF_8)).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("1,000  the\n  500  and\n")
                .contains("4 different words; the table is in ");
        assertThat(err.toString(UTF_8)).contains("1,000 lines acked, 0 failed");
        assertThat(directory().resolve("counts.tsv")).hasContent("the\t1000\nand\t500\ncat\t500\ndog\t500\n");
        assertThat(files()).containsExactly("counts.tsv");
        assertThat(workers()).isEmpty();
    }

    @Test
    void anInterruptedRunLeavesNoProcessAndNoFile() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "some words\n".repeat(1_000));
        Process demo = demo("--repeat", "1000000", text.toString());
        BufferedReader output = demo.inputReader();
        assertThat(output.lines()
                        .filter(line -> line.matches("[1-9][0-9,]* lines read.*"))
                        .findFirst())
                .as("a line of progress")
                .isPresent();
        assertThat(workers()).hasSize(2);

        interrupt(demo);

        assertThat(demo.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(INTERRUPTED);
        assertThat(workers()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aKeptClusterSaysWhereItIsAndGoesWithTheProcess() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "some words\n");
        Process demo = demo("--keep", text.toString());
        BufferedReader output = demo.inputReader();
        List<String> until = output.lines()
                .takeWhile(line -> !line.contains(" kill word-count"))
                .toList();
        assertThat(String.join("\n", until))
                .contains("The cluster stays up until Ctrl-C")
                .contains("API         http://127.0.0.1:")
                .containsPattern("store       127\\.0\\.0\\.1:\\d+ \\(zookeeper\\)")
                .contains("supervisor-2")
                .contains("curl -s http://127.0.0.1:");
        assertThat(demo.isAlive()).isTrue();

        interrupt(demo);

        assertThat(demo.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(workers()).isEmpty();
        assertThat(files()).containsExactly("counts.tsv");
    }

    private Process demo(String... arguments) throws IOException {
        Stream<String> command = Stream.concat(
                Stream.of(
                        // Whoever runs in the background of a script ignores interrupts, and so would this.
                        "env",
                        "--default-signal=INT",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dgale.demo.directory=" + directory(),
                        "-Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Demo.class.getName()),
                Stream.of(arguments));
        return new ProcessBuilder(command.toList()).redirectErrorStream(true).start();
    }

    private static void interrupt(Process process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    private Path directory() {
        return folder.resolve("target/demo");
    }

    private List<String> workers() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains("-Dgale.worker.directory=" + directory()))
                .toList();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
