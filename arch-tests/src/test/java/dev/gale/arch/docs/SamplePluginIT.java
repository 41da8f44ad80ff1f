package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.network.FreePort;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample of a plugin, taken out of the working copy: built from published artifacts without a network, by the blocks of {@code sh
 * sample} in the document for authors; dropped into an unpacked package; and a cluster of processes counts words on it.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SamplePluginIT {
    private static final String DOCUMENT = "docs/writing-an-adapter.md";
    private static final List<String> LINES = List.of("one two three", "two three", "three");
    private static final int COPIES = 500;

    @TempDir
    Path directory;

    private final List<Process> daemons = new ArrayList<>();
    private PublishedArtifacts artifacts;
    private Path home;
    private Path sample;
    private Path store;
    private Map<String, String> environment;

    private record Outcome(int code, String output) {}

    @BeforeEach
    void takeTheSampleOutAndUnpackThePackage() throws Exception {
        sample = directory.resolve("directory-store");
        OutsideProject.of("directory-store", sample, Map.of());
        store = directory.resolve("store");
        home = unpacked(directory.resolve("installation"));
        artifacts = PublishedArtifacts.in(directory.resolve("repository"));
        Path commands = artifacts.commands(directory.resolve("commands"));
        environment = new TreeMap<>(Map.of(
                "PATH", commands + ":" + System.getenv("PATH"),
                "GALE_HOME", home.toString(),
                "JAVA_HOME", System.getProperty("java.home")));
    }

    @AfterEach
    void endWhatIsLeft() throws IOException, InterruptedException {
        for (Process daemon : daemons) {
            daemon.destroyForcibly().waitFor();
        }
        workers().forEach(ProcessHandle::destroyForcibly);
        artifacts.unlink();
    }

    @Test
    void isBuiltFromPublishedArtifactsDroppedInAndCarriesAWordCount() throws Exception {
        List<String> blocks = new Markdown(Repository.read(DOCUMENT))
                .blocks().stream()
                        .filter(block -> block.info().equals("sh sample"))
                        .map(Markdown.Block::code)
                        .toList();
        assertThat(blocks).hasSizeGreaterThan(1);
        for (String block : blocks) {
            Outcome outcome = run(sample, List.of("bash", "-eu", "-o", "pipefail", "-c", block));
            assertThat(outcome.code()).as(block + outcome.output()).isZero();
        }
        assertThat(contractTests()).as("tests of the contract that ran").isGreaterThan(50);
        assertThat(gale("plugin", "list").output()).containsPattern("directory +metadata.store +1.0 +\\[1,2\\)");
        Outcome validated = gale("config", "validate");
        assertThat(validated.code()).as(validated.output()).isZero();

        wordCount();
    }

    private void wordCount() throws Exception {
        int port = FreePort.next();
        environment.put("GALE_METADATA_STORE", "directory");
        environment.put("GALE_DIRECTORY_PATH", store.toString());
        environment.put("GALE_NIMBUS_API_PORT", String.valueOf(port));
        environment.put("GALE_NIMBUS_SEEDS", "127.0.0.1:" + port);
        environment.put("GALE_LOG_DIR", directory.resolve("logs").toString());
        Path input = Files.createDirectories(directory.resolve("input")).resolve("lines.txt");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            lines.addAll(LINES);
        }
        Files.write(input, lines);
        Path results = directory.resolve("results");

        Process nimbus = daemon("nimbus");
        String slots = FreePort.next() + "," + FreePort.next();
        Process supervisor = daemon(
                "supervisor",
                "-c",
                "supervisor.slots.ports=" + slots,
                "-c",
                "worker.heap.memory.mb=128",
                "-c",
                "worker.beat.frequency.secs=1");
        List<String> examples = names(home.resolve("examples")).stream()
                .filter(name -> name.endsWith(".jar"))
                .toList();
        Outcome submitted = gale(
                "jar",
                home.resolve("examples").resolve(examples.get(0)).toString(),
                "dev.gale.examples.wordcount.WordCountTopology",
                input.toString(),
                results.toString());
        assertThat(submitted.code()).as(submitted.output()).isZero();
        while (!gale("list").output().contains("FINISHED")) {
            assertThat(nimbus.isAlive() && supervisor.isAlive()).as(log()).isTrue();
            TimeUnit.MILLISECONDS.sleep(300);
        }
        Outcome killed = gale("kill", "word-count", "-w", "0");
        assertThat(killed.code()).as(killed.output()).isZero();
        while (!workers().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(counted(results)).isEqualTo(Map.of("one", COPIES, "two", 2 * COPIES, "three", 3 * COPIES));
        for (Process daemon : List.of(supervisor, nimbus)) {
            daemon.destroy();
            assertThat(daemon.waitFor()).as(log()).isZero();
        }
        assertThat(names(store)).containsExactly("beats", "states");
    }

    private Process daemon(String name, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/gale").toString(),
                name,
                "-c",
                "gale.local.dir=" + directory.resolve("local").resolve(name)));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(directory.resolve(name + ".err").toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        daemons.add(process);
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        while (line != null && !line.equals("gale " + name + " is up")) {
            line = out.readLine();
        }
        assertThat(line).as(log()).isNotNull();
        return process;
    }

    private String log() throws IOException {
        StringBuilder log = new StringBuilder();
        for (String name : names(directory)) {
            if (name.endsWith(".err")) {
                log.append(Files.readString(directory.resolve(name)));
            }
        }
        return log.toString();
    }

    /** What the bolts wrote: pairs of a word and its place, the same pair again when a line was replayed. */
    private static Map<String, Integer> counted(Path results) throws IOException {
        Map<Long, String> words = new HashMap<>();
        for (String name : names(results)) {
            if (name.startsWith("words-")) {
                readWords(results.resolve(name), words);
            }
        }
        Map<String, Integer> counts = new TreeMap<>();
        words.values().forEach(word -> counts.merge(word, 1, Integer::sum));
        return counts;
    }

    private static void readWords(Path file, Map<Long, String> words) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                words.put(in.readLong(), in.readUTF());
            }
        } catch (EOFException e) {
            // The end of the file is the end of its records.
        }
    }

    private int contractTests() throws IOException {
        String report = Files.readString(
                sample.resolve("target/surefire-reports/com.example.directory.DirectoryStoreContractTest.txt"));
        assertThat(report).contains("Failures: 0, Errors: 0, Skipped: 0");
        return Integer.parseInt(report.replaceAll("(?s).*Tests run: (\\d+),.*", "$1"));
    }

    private List<ProcessHandle> workers() {
        String mark = "-Dgale.worker.directory=" + directory;
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(mark))
                .toList();
    }

    private Outcome gale(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/gale").toString()));
        command.addAll(List.of(arguments));
        return run(directory, command);
    }

    private Outcome run(Path where, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    private static Path unpacked(Path place) throws Exception {
        Path target = Repository.ROOT.resolve("distribution/target");
        List<String> packages = names(target).stream()
                .filter(name -> name.matches("gale-.*-zookeeper-netty\\.tar\\.gz"))
                .toList();
        assertThat(packages).hasSize(1);
        Files.createDirectories(place);
        Process tar = new ProcessBuilder(
                        "tar", "xzf", target.resolve(packages.get(0)).toString())
                .directory(place.toFile())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
        return place.resolve(names(place).get(0));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
