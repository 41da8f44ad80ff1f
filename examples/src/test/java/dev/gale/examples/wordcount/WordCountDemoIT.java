package dev.gale.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class WordCountDemoIT {
    private static final int TERMINATED = 128 + 15;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path directory;

    @BeforeEach
    void chooseDirectory() {
        directory = folder.resolve("target/demo");
    }

    @Test
    void theTopOfTheTableIsPrintedAndTheTableKept() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "the cat\nand the dog\n");

        assertThat(run(text.toString())).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("    2  the\n    1  and\n")
                .contains("4 different words; the table is in ");
        assertThat(err.toString(UTF_8)).contains("2 lines read, 2 acked").contains("2 lines acked, 0 failed");
        assertThat(directory.resolve("counts.tsv")).hasContent("the\t2\nand\t1\ncat\t1\ndog\t1\n");
        assertThat(files()).containsExactly("counts.tsv");
    }

    @Test
    void repeatedInputIsCountedAsOftenAsItIsRead() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "a b\na");

        assertThat(run("--repeat", "100", text.toString())).isZero();
        assertThat(directory.resolve("counts.tsv")).hasContent("a\t200\nb\t100\n");
    }

    @Test
    void aMissingFileIsOneLineAndTheTableOfEarlierStays() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("counts.tsv"), "earlier\t1\n");

        assertThat(run("no-such-file")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).isEqualTo("demo: There is no file or folder no-such-file\n");
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(directory.resolve("counts.tsv")).hasContent("earlier\t1\n");
    }

    @Test
    void aWrongOptionIsOneLineWithTheUsage() {
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).isEqualTo("demo: there is no option --fast. " + DemoOptions.USAGE + "\n");
    }

    @Test
    void helpGoesToTheStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("Usage: ");
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsAFailureThatSaysWhatToDo() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "a");
        Files.writeString(folder.resolve("target"), "a file where a folder should be");

        assertThat(run(text.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("the word count failed").contains("can be written and has room");
    }

    @Test
    void aResultThatCannotBePrintedIsAFailureThoughTheTableIsThere() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "a");
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        assertThat(new WordCountDemo(
                                place -> new LocalEngine(),
                                directory,
                                new PrintStream(full),
                                new PrintStream(err, true),
                                false)
                        .run(List.of(text.toString())))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("the standard output cannot be written; the table is in ");
        assertThat(directory.resolve("counts.tsv")).hasContent("a\t1\n");
    }

    @Test
    void aProcessThatIsToldToStopLeavesNothingBehind() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "some words\n".repeat(1_000));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dgale.demo.directory=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        WordCountDemo.class.getName(),
                        "--repeat",
                        "1000000",
                        text.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader output = process.inputReader();
        assertThat(output.readLine()).contains("lines read");
        assertThat(files()).isNotEmpty();

        process.toHandle().destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.lines()).noneMatch(line -> line.contains("failed") || line.contains("WARN"));
        assertThat(process.exitValue()).isEqualTo(TERMINATED);
        assertThat(files()).isEmpty();
    }

    private int run(String... arguments) {
        return new WordCountDemo(
                        place -> new LocalEngine(),
                        directory,
                        new PrintStream(out, true),
                        new PrintStream(err, true),
                        false)
                .run(List.of(arguments));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
