package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.network.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The sample of a project that depends on Gale's artifacts by its BOM, outside of this build and without a network: with every pair of
 * backends its class path has one version of each library, and a cluster on that flat class path counts words.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ConsumerIT {
    private static final int ROUNDS = 500;

    @TempDir
    Path directory;

    private PublishedArtifacts artifacts;
    private String maven;
    private OutsideProject project;

    @BeforeEach
    void takeTheSampleOut() throws Exception {
        artifacts = PublishedArtifacts.in(directory.resolve("repository"));
        maven = artifacts.commands(directory.resolve("commands")).resolve("mvn").toString();
        project = OutsideProject.of(
                "word-count", directory.resolve("word-count"), Map.of("JAVA_HOME", System.getProperty("java.home")));
    }

    @AfterEach
    void unlink() throws IOException {
        artifacts.unlink();
    }

    @ParameterizedTest
    @CsvSource({"zookeeper, netty", "zookeeper, aeron", "etcd, netty", "etcd, aeron"})
    void countsWordsOnTheBackendsOfItsChoice(String store, String transport) throws Exception {
        project.expect(maven, "-q", "package", "-Dstore=" + store, "-Dtransport=" + transport);
        Path counts = Files.createDirectory(directory.resolve("counts"));
        int port = FreePort.next();
        Process dev = project.process(gale(
                        "dev",
                        "--port",
                        String.valueOf(port),
                        "--dir",
                        directory.resolve("dev").toString(),
                        "-c",
                        "metadata.store=" + store,
                        "-c",
                        "transport=" + transport,
                        "-c",
                        "worker.heap.memory.mb=128"))
                .redirectError(directory.resolve("dev.err").toFile())
                .start();
        try {
            awaitUp(dev);
            String nimbus = "127.0.0.1:" + port;
            project.expect(gale(
                    "jar",
                    "--nimbus",
                    nimbus,
                    "target/word-count-1.0.jar",
                    "com.example.words.WordCount",
                    counts.toString()));
            while (!project.run(gale("list", "--nimbus", nimbus)).output().contains("FINISHED")) {
                assertThat(dev.isAlive())
                        .as(Files.readString(directory.resolve("dev.err")))
                        .isTrue();
                TimeUnit.MILLISECONDS.sleep(200);
            }
        } finally {
            dev.destroy();
            assertThat(dev.waitFor()).isZero();
        }
        assertThat(read(counts))
                .isEqualTo(Map.of("one", "" + ROUNDS, "two", "" + 2 * ROUNDS, "three", "" + 3 * ROUNDS));
    }

    private void awaitUp(Process dev) throws IOException {
        BufferedReader out = dev.inputReader();
        String line = out.readLine();
        while (line != null && !line.equals("gale dev is up")) {
            line = out.readLine();
        }
        assertThat(line).as(Files.readString(directory.resolve("dev.err"))).isNotNull();
    }

    /** As the start script does, on the class path that Maven has found. */
    private String[] gale(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                "-Dgale.log.dir=" + directory.resolve("logs"),
                "-Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml",
                "-cp",
                Files.readString(project.folder().resolve("target/classpath.txt"))
                        .strip(),
                "dev.gale.distribution.cli.Main"));
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }

    private static Map<String, String> read(Path counts) throws IOException {
        Map<String, String> read = new TreeMap<>();
        try (Stream<Path> files = Files.list(counts)) {
            for (Path file : files.toList()) {
                read.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return read;
    }
}
