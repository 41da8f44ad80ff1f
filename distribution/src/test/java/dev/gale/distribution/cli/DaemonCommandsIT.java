package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gale nimbus} and {@code gale supervisor} as processes, configured by a file. The store is that of a {@code gale dev}. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DaemonCommandsIT {
    @TempDir
    static Path shared;

    private static GaleProcess store;

    @TempDir
    Path folder;

    private final List<GaleProcess> daemons = new ArrayList<>();
    private int api;
    private int slot;
    private Path file;

    @BeforeAll
    static void startStore() throws IOException {
        store = GaleProcess.start(shared, "dev", "--port", Integer.toString(FreePort.next()))
                .awaitUp("dev", 4);
    }

    @AfterAll
    static void endStore() {
        store.close();
    }

    @AfterEach
    void close() {
        daemons.forEach(GaleProcess::close);
    }

    @Test
    void aClusterOfDaemonsIsConfiguredByOneFileAndTerminates() throws Exception {
        configure("");
        GaleProcess nimbus = start("nimbus").awaitUp("nimbus", 2);
        GaleProcess supervisor = start("supervisor").awaitUp("supervisor", 2);
        assertThat(nimbus.address("API")).isEqualTo("127.0.0.1:" + api);
        assertThat(supervisor.address("slots")).isEqualTo("[" + slot + "]");
        assertThat(Path.of(supervisor.address("files"))).isDirectory();

        Path jar = TickJar.in(folder);
        CliProbe.Result submitted = gale("jar", jar.toString(), "my.Main", "ticks");
        assertThat(submitted.code()).as(submitted.err()).isZero();
        GaleProcess.until(
                "its worker is prepared",
                () -> gale("list").out().matches("(?s).*ticks +ACTIVE +1/1 +\\d+ +\\d+ +[^ ]+\n"));
        List<ProcessHandle> workers = GaleProcess.workers(folder);
        assertThat(workers).hasSize(1);

        assertThat(supervisor.end("TERM")).isZero();
        assertThat(workers).allMatch(ProcessHandle::isAlive);
        assertThat(nimbus.end("INT")).isZero();
        assertThat(nimbus.err() + supervisor.err()).isEmpty();
        try (ServerSocket free = new ServerSocket(api, 1, InetAddress.getLoopbackAddress())) {
            assertThat(free.getLocalPort()).isEqualTo(api);
        }
        CliProbe.Result gone = gale("list", "--timeout", "1s");
        assertThat(gone.code()).isEqualTo(6);
        assertThat(gone.err())
                .startsWith("gale: No nimbus answers at 127.0.0.1:" + api)
                .hasLineCount(1);
    }

    @Test
    void withTlsAndTokensEverybodySpeaksTlsAndAViewerOnlyLooks() throws Exception {
        TestCertificate certificate = TestCertificate.in(folder);
        String tls = """
                nimbus.api.token: operators
                nimbus.api.viewer.token: viewers
                nimbus.api.tls.key-store: "%s"
                nimbus.api.tls.key-store-password: %s
                nimbus.api.tls.trust-store: "%s"
                nimbus.api.tls.trust-store-password: %s
                """.formatted(
                certificate.keyStore(), TestCertificate.PASSWORD, certificate.trustStore(), TestCertificate.PASSWORD);
        configure(tls);
        start("nimbus").awaitUp("nimbus", 2);
        start("supervisor").awaitUp("supervisor", 2);

        CliProbe.Result submitted = gale("jar", TickJar.in(folder).toString(), "my.Main", "ticks");
        assertThat(submitted.code()).as(submitted.err()).isZero();
        GaleProcess.until(
                "the supervisor has fetched the code",
                () -> !GaleProcess.workers(folder).isEmpty());
        assertThat(gale("config", "show").out()).doesNotContain("operators", "viewers", TestCertificate.PASSWORD);

        CliProbe.Result looked = gale("list", "-c", "nimbus.api.token=viewers");
        assertThat(looked.out()).contains("ticks  ACTIVE");
        CliProbe.Result denied = gale("kill", "ticks", "-c", "nimbus.api.token=viewers");
        assertThat(denied.code()).isEqualTo(5);
        assertThat(denied.err())
                .startsWith("gale: ")
                .contains("nimbus.api.token")
                .hasLineCount(1);
        CliProbe.Result wrong = gale("list", "-c", "nimbus.api.tls.trust-store=" + folder.resolve("none.p12"));
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err())
                .startsWith("gale: The trust store " + folder.resolve("none.p12") + " cannot be read")
                .hasLineCount(1);
        assertThat(gale("kill", "ticks", "-w", "0").out()).isEqualTo("ticks is gone\n");
    }

    @Test
    void aPortThatIsTakenIsNamedWithTheKey() throws Exception {
        configure("");
        try (ServerSocket taken = new ServerSocket(api, 1, InetAddress.getLoopbackAddress())) {
            GaleProcess nimbus = start("nimbus");

            assertThat(nimbus.code()).isEqualTo(1);
            assertThat(nimbus.out()).isEmpty();
            assertThat(nimbus.err())
                    .isEqualTo("gale: nimbus: nimbus.api.port " + taken.getLocalPort()
                            + " on 127.0.0.1 cannot be used; another process may listen there. Stop it, or set another"
                            + " port\n");
        }
    }

    @Test
    void aKeyThatNobodyKnowsEndsADaemon() throws Exception {
        configure("supervisor.slot.ports: [1]\n");
        GaleProcess supervisor = start("supervisor");

        assertThat(supervisor.code()).isEqualTo(78);
        assertThat(supervisor.err())
                .matches(
                        "gale: the configuration has a problem:\n  .*gale.yaml:\\d+:1: supervisor.slot.ports: unknown key,"
                                + " did you mean 'supervisor.slots.ports'\\?\n");
    }

    /** With an epoch that nobody can count on from, no leader could be told from the one before. */
    @Test
    void whatCannotBeGoneOnWithEndsADaemonThatIsUp() throws Exception {
        configure("");
        MetadataStoreFactory stores = ServiceLoader.load(MetadataStoreFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals("zookeeper"))
                .findFirst()
                .orElseThrow();
        EnginePluginContext context =
                new EnginePluginContext("test", "metadata store", System::nanoTime, new SplittableRandom(1));
        try (MetadataStore client =
                stores.open(ConfigSection.of("zookeeper", Map.of("connect", store.address("store"))), context)) {
            Key epoch = new Keys(Key.of("/root-" + api)).epoch();
            client.commit(Commit.builder("spoil")
                            .put(epoch, Bytes.utf8("no number"))
                            .build())
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES);
            GaleProcess nimbus = start("nimbus");

            assertThat(nimbus.code()).isEqualTo(1);
            assertThat(nimbus.out()).startsWith("gale nimbus is up\n");
            assertThat(nimbus.err().lines())
                    .filteredOn(line -> line.startsWith("gale: "))
                    .singleElement()
                    .asString()
                    .startsWith("gale: nimbus: " + epoch + " holds no epoch");
        }
    }

    @Test
    void aFullDiskIsToldToWhoeverUploadsAndNothingIsLeft() throws Exception {
        configure("");
        GaleProcess nimbus = GaleProcess.start(place("nimbus"), smallFiles(), "nimbus", "--config", file.toString())
                .awaitUp("nimbus", 2);
        daemons.add(nimbus);
        Path jar = TickJar.in(folder);
        Path large = TestJar.withPadding(jar, folder.resolve("large.jar"), 4 << 20);
        GaleProcess.until("it leads", () -> gale("list").code() == 0);
        Path inbox = folder.resolve("nimbus/local/nimbus/inbox");
        List<Path> before = GaleProcess.files(inbox);

        CliProbe.Result refused = gale("jar", large.toString(), "my.Main", "ticks");

        assertThat(refused.code()).as(refused.err()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .contains(
                        "cannot be written",
                        "File too large",
                        folder.resolve("nimbus").toString(),
                        "make room")
                .hasLineCount(1)
                .doesNotContain("Exception", "\tat ");
        assertThat(gale("list").err()).startsWith("There are no topologies");
        assertThat(GaleProcess.files(inbox)).isEqualTo(before);
        assertThat(nimbus.end("TERM")).isZero();
    }

    /** A disk on which no file can become as long as the jar: writing more fails as it does when a disk is full. */
    private static List<String> smallFiles() {
        return List.of("bash", "-c", "ulimit -f 2048; exec \"$@\"", "gale");
    }

    private GaleProcess start(String command) throws IOException {
        GaleProcess daemon = GaleProcess.start(place(command), command, "--config", file.toString());
        daemons.add(daemon);
        return daemon;
    }

    private Path place(String command) throws IOException {
        return Files.createDirectories(folder.resolve(command));
    }

    /** Each daemon keeps its files in the folder that it is started in. */
    private void configure(String more) throws IOException {
        api = FreePort.next();
        slot = FreePort.next();
        file = Files.writeString(folder.resolve("gale.yaml"), """
                zookeeper.connect: "%s"
                metadata.root: /%s
                gale.local.dir: local
                nimbus.api.port: %d
                nimbus.seeds: ["127.0.0.1:%d"]
                supervisor.slots.ports: [%d]
                worker.heap.memory.mb: 128
                %s
                """.formatted(
                        store.address("store"), "root-" + api, api, api, slot, more));
    }

    private CliProbe.Result gale(String... arguments) {
        return CliProbe.overTheWire(Stream.concat(Stream.of("--config", file.toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }
}
