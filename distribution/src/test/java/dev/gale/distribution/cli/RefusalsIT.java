package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be done on a real cluster is told in one message, and leaves the cluster as it was. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RefusalsIT {
    private static final int SESSION_MILLIS = 30_000;

    @TempDir
    static Path folder;

    private static GaleProcess dev;
    private static String nimbus = "";
    private static Path jar;
    private static ZooKeeper store;

    private List<String> before = List.of();

    @BeforeAll
    static void start() throws Exception {
        jar = TickJar.in(folder);
        dev = GaleProcess.start(
                        folder,
                        "dev",
                        "--dir",
                        folder.resolve("cluster").toString(),
                        "--port",
                        Integer.toString(FreePort.next()),
                        "-c",
                        "worker.heap.memory.mb=128")
                .awaitUp("dev", 4);
        nimbus = dev.address("API");
        CliProbe.Result submitted = gale("jar", jar.toString(), "my.Main", "taken");
        assertThat(submitted.code()).as(submitted.err()).isZero();
        GaleProcess.until("its workers are prepared", () -> gale("list").out().matches("(?s).* \\d+(ms|s)\\n"));
        GaleProcess.until(
                "its errors are there",
                () -> gale("errors", "taken").out().lines().count() > 2);
        store = new ZooKeeper(dev.address("store"), SESSION_MILLIS, event -> {});
        GaleProcess.until("the store can be read", () -> store.getState().isConnected());
    }

    @AfterAll
    static void end() throws Exception {
        if (store != null) {
            store.close();
        }
        dev.close();
    }

    @BeforeEach
    void look() throws Exception {
        before = cluster();
    }

    @AfterEach
    void nothingHasChanged() throws Exception {
        assertThat(cluster()).isEqualTo(before).anyMatch(line -> line.startsWith("/gale/storms/taken-"));
        assertThat(gale("list", "-o", "json").out()).contains("\"taken\"").containsOnlyOnce("\"name\"");
    }

    @Test
    void aFileThatIsNotThere() {
        refused(2, "gale: There is no file none.jar", "jar", "none.jar", "my.Main", "new");
    }

    @Test
    void aFileThatIsNoJar() throws IOException {
        Path garbage = Files.writeString(folder.resolve("garbage.jar"), "garbage");

        refused(2, "gale: " + garbage + " is no jar that can be read: ", "jar", garbage.toString(), "my.Main", "new");
    }

    @Test
    void aJarWithoutTheClass() {
        refused(
                2,
                "gale: " + jar + " has no class my.Mian; did you mean 'my.Main'?",
                "jar",
                jar.toString(),
                "my.Mian",
                "new");
    }

    @Test
    void aMainClassThatThrows() {
        refused(
                1,
                "gale: my.Throws threw java.lang.IllegalStateException: boom at my.Throws.main(Throws.java:",
                "jar",
                jar.toString(),
                "my.Throws");
    }

    @Test
    void aNameThatIsTaken() {
        refused(
                4,
                "gale: There is a topology 'taken' already, ACTIVE; 'gale kill taken' ends it, or choose another name",
                "jar",
                jar.toString(),
                "my.Main",
                "taken");
    }

    @Test
    void aJarWithEntriesThatLeaveItsFolder() throws IOException {
        Path hostile =
                TestJar.with(jar, folder.resolve("hostile.jar"), "../../evil", "evil".getBytes(StandardCharsets.UTF_8));

        refusedNaming(2, "gale: ", "../../evil", "jar", hostile.toString(), "my.Main", "new");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.endsWith("evil"))).isEmpty();
        }
    }

    @Test
    void aKeyThatNobodyKnows() {
        refused(
                78,
                "gale: the configuration has a problem:\n  flag -c number 1: nimbus.sedes: unknown key, did you mean"
                        + " 'nimbus.seeds'?",
                "-c",
                "nimbus.sedes=a",
                "jar",
                jar.toString(),
                "my.Main",
                "new");
    }

    @Test
    void aTopologyThatIsNotThere() {
        refused(3, "gale: There is no topology 'takne'; did you mean 'taken'?", "kill", "takne");
    }

    @Test
    void aNimbusThatIsNotThere() throws IOException {
        String nobody = "127.0.0.1:" + FreePort.next();
        CliProbe.Result result =
                CliProbe.overTheWire("--nimbus", nobody, "--timeout", "1s", "jar", jar.toString(), "my.Main", "new");

        expect(
                result,
                6,
                "gale: No nimbus answers at " + nobody + " (connection refused); start one with gale nimbus",
                "");
    }

    private static void refused(int code, String begin, String... arguments) {
        refusedNaming(code, begin, "", arguments);
    }

    private static void refusedNaming(int code, String begin, String named, String... arguments) {
        expect(gale(arguments), code, begin, named);
    }

    private static void expect(CliProbe.Result result, int code, String begin, String named) {
        assertThat(result.err()).startsWith(begin).contains(named).doesNotContain("\tat ");
        assertThat(result.err().strip().lines().filter(line -> line.startsWith("gale: ")))
                .hasSize(1);
        assertThat(result.err()).hasLineCount((int) begin.lines().count());
        assertThat(result.out()).isEmpty();
        assertThat(result.code()).isEqualTo(code);
    }

    private static CliProbe.Result gale(String... arguments) {
        return CliProbe.overTheWire(Stream.concat(Stream.of("--nimbus", nimbus), Arrays.stream(arguments))
                .toArray(String[]::new));
    }

    /** Every key of the store, and every file of nimbus. */
    private static List<String> cluster() throws Exception {
        List<String> all = new ArrayList<>();
        addKeys("/gale", all);
        GaleProcess.files(folder.resolve("cluster/nimbus")).stream()
                .map(Path::toString)
                .sorted()
                .forEach(all::add);
        return all;
    }

    private static void addKeys(String key, List<String> all) throws Exception {
        try {
            all.add(key);
            for (String child : store.getChildren(key, false).stream().sorted().toList()) {
                addKeys(key + "/" + child, all);
            }
        } catch (KeeperException.NoNodeException e) {
            throw new AssertionError(key + " went while the store was read", e);
        }
    }
}
