package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.ChildJvm;
import dev.gale.tck.metadata.Seen;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is special to it; what every {@link CompanionService} keeps is in {@link LocalEtcdContractIT}. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LocalEtcdIT {
    private static final Key KEY = Key.of("/a");

    private final Clients clients = new Clients();

    @TempDir
    private Path directory;

    @AfterEach
    void closeClients() {
        clients.close();
    }

    @Test
    void aSessionOutlivesARestart() {
        CompanionService service = start(directory, Map.of());
        MetadataStore store = clients.open(service.clientSection());
        Seen session = clients.listen(store);
        clients.putForSession(store, KEY, "mine");
        service.close();
        session.awaitEvent("suspended");
        try (CompanionService again = start(directory, Map.of())) {
            session.awaitEvent("resumed");
            assertThat(again.clientSection()).isEqualTo(service.clientSection());
            assertThat(clients.text(store, KEY)).contains("mine");
            store.close();
        }
    }

    @Test
    void aGivenPortIsTaken() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (CompanionService service = start(directory, Map.of("port", port))) {
            assertThat(service.clientSection()).isEqualTo(Map.of("endpoints", "127.0.0.1:" + port));
        }
    }

    @Test
    void aMissingProgramIsNamedAndHowToGetIt() {
        for (String missing :
                new String[] {"no-such-etcd", directory.resolve("none").toString()}) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> start(directory, Map.of("binary", missing)))
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                    .withMessageContaining(missing)
                    .withMessageContaining("apt-get install etcd-server")
                    .withMessageContaining("embedded.binary");
        }
    }

    @Test
    void aProgramThatIsNoEtcdIsNamed() throws Exception {
        Path other = Files.writeString(directory.resolve("other"), "not a program");
        assertThat(other.toFile().setExecutable(true)).isTrue();

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> start(directory, Map.of("binary", other.toString())))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining(other.toString());
    }

    @Test
    void aServerThatDoesNotComeUpIsToldWithItsLastLine() throws Exception {
        Files.writeString(directory.resolve("etcd"), "no directory");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> start(directory, Map.of()))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE))
                .withMessageContaining("it ended with code")
                .withMessageContaining("etcd.log");
        assertThat(clients.context.liveThreads()).isEmpty();
    }

    @Test
    void whenThisProcessIsKilledTheServerEndsToo() throws Exception {
        try (ChildJvm child = ChildJvm.start(LocalHost.class.getName(), directory.toString())) {
            long pid = Long.parseLong(clients.patience.next(child.lines(), "pid"));
            ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
            assertThat(server.isAlive()).isTrue();
            child.signal("KILL");

            clients.patience.await(server.onExit());
        }
        start(directory, Map.of()).close();
    }

    @Test
    void aServerThatWasLeftOverIsEndedByTheNextStart() throws Exception {
        Process leftOver = new ProcessBuilder("sleep", "600").start();
        try {
            String start = ServerProcess.startOf(leftOver.pid()).orElseThrow();
            Files.writeString(directory.resolve("pid"), leftOver.pid() + " " + start);
            start(directory, Map.of()).close();

            assertThat(leftOver.isAlive()).isFalse();
        } finally {
            leftOver.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "unknown"})
    void aProcessThatHasThePidOfAnEarlierServerByChanceIsLeftAlone(String start) throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(directory.resolve("pid"), other.pid() + " " + start);
            start(directory, Map.of()).close();

            assertThat(other.isAlive()).isTrue();
            assertThat(directory.resolve("pid")).doesNotExist();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aProcessIsToldFromOthersByItsStart() throws Exception {
        Process first = new ProcessBuilder("sleep", "600").start();
        try {
            String start = ServerProcess.startOf(first.pid()).orElseThrow();
            long self = ProcessHandle.current().pid();

            assertThat(ServerProcess.startOf(first.pid())).contains(start);
            assertThat(ServerProcess.startOf(self)).isPresent().get().isNotEqualTo(start);
        } finally {
            first.destroyForcibly().waitFor();
        }
        assertThat(ServerProcess.startOf(first.pid())).isEmpty();
    }

    /** A healthy server that is not the one that was started. */
    @Test
    void theHealthOfAnotherOnThePortIsNotThatOfAServerThatHasEnded() throws Exception {
        try (CompanionService other = start(directory.resolve("other"), Map.of())) {
            ServerProcess ended = ServerProcess.start(
                    List.of("true"), Files.createDirectory(directory.resolve("ended")), clients.context);
            ended.end();

            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> ended.awaitHealth("127.0.0.1", port(other)))
                    .withMessageContaining("it ended with code");
        }
    }

    private CompanionService start(Path where, Map<String, ?> settings) {
        return new EtcdMetadataStoreFactory().start(ConfigSection.of("embedded", settings), where, clients.context);
    }

    private static int port(CompanionService service) {
        String endpoints = (String) service.clientSection().get("endpoints");
        return Integer.parseInt(endpoints.substring(endpoints.indexOf(':') + 1));
    }
}
