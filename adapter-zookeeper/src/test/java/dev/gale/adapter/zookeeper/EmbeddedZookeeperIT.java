package dev.gale.adapter.zookeeper;

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
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The numbers are those of the rules of {@link CompanionService}. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EmbeddedZookeeperIT {
    private static final Key KEY = Key.of("/a");

    private final Clients clients = new Clients();

    @TempDir
    private Path directory;

    @AfterEach
    void closeClients() {
        clients.close();
    }

    @Test
    void rule1_problemsOfTheSectionAreReportedBeforeAnythingIsTouched() {
        Path unused = directory.resolve("unused");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> start(unused, Map.of("port", -1, "prot", 1)))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("embedded.port")
                .withMessageContaining("embedded.prot");
        assertThat(unused).doesNotExist();
    }

    @Test
    void rule2_aPortThatIsTakenIsNamedAndNothingIsLeft() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Set<Thread> before = threads();
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> start(directory, Map.of("port", taken.getLocalPort())))
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE))
                    .withMessageContaining("127.0.0.1:" + taken.getLocalPort());
            assertThat(newThreads(before)).isEmpty();
        }
        start(directory, Map.of()).close();
    }

    @Test
    void rule3_itListensOnLoopbackOnly() throws Exception {
        try (CompanionService service = start(directory, Map.of())) {
            InetSocketAddress elsewhere = new InetSocketAddress("127.0.0.2", port(service));
            try (Socket socket = new Socket()) {
                assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> socket.connect(elsewhere, 5_000));
            }
        }
    }

    @Test
    void rule4_whatItKeepsSurvivesARestartOnTheSamePort() {
        int port;
        try (CompanionService service = start(directory, Map.of())) {
            port = port(service);
            clients.put(clients.open(service.clientSection()), KEY, "kept");
        }
        try (CompanionService service = start(directory, Map.of())) {
            assertThat(port(service)).isEqualTo(port);
            assertThat(clients.text(clients.open(service.clientSection()), KEY)).contains("kept");
        }
        assertThat(directory).isDirectoryContaining(Files::isDirectory);
    }

    @Test
    void rule4_aSessionOutlivesARestart() {
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
    void rule4_aRefusalDoesNotLetTheDirectoryGo() throws Exception {
        try (CompanionService service = start(directory, Map.of())) {
            assertThat(service.clientSection()).isNotEmpty();
            assertThatExceptionOfType(EngineException.class).isThrownBy(() -> start(directory, Map.of()));
            try (ChildJvm other = ChildJvm.start(OtherProcess.class.getName(), directory.toString())) {
                String line = clients.patience.next(other.lines(), "an answer");
                while (!line.startsWith("refused") && !line.startsWith("free")) {
                    line = clients.patience.next(other.lines(), "an answer");
                }
                assertThat(line).contains("another ZooKeeper runs on");
            }
        }
    }

    @Test
    void rule4_aDirectoryInUseIsRefused() {
        try (CompanionService service = start(directory, Map.of())) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> start(directory, Map.of()))
                    .withMessageContaining(directory.toString());
            assertThat(clients.text(clients.open(service.clientSection()), KEY)).isEmpty();
        }
    }

    @Test
    void rule5_aGivenPortIsTaken() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (CompanionService service = start(directory, Map.of("port", port))) {
            assertThat(service.clientSection()).isEqualTo(Map.of("connect", "127.0.0.1:" + port));
        }
    }

    @Test
    void rule6_closeLeavesNeitherPortNorThread() throws Exception {
        start(directory.resolve("first"), Map.of()).close();
        Set<Thread> before = threads();
        CompanionService service = start(directory.resolve("second"), Map.of());
        int port = port(service);
        assertThat(newThreads(before)).isNotEmpty();
        service.close();
        service.close();

        assertThat(newThreads(before)).isEmpty();
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(free.isBound()).isTrue();
        }
    }

    /** In a loader of its own, since that handler is set when a class is loaded: here that has happened long ago. */
    @Test
    void theHandlerOfUncaughtExceptionsStaysTheHosts() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.UncaughtExceptionHandler own = (thread, failure) -> {};
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Thread.setDefaultUncaughtExceptionHandler(own);
            Class<?> settings = loader.loadClass(EmbeddedSettings.class.getName());
            Constructor<?> port = settings.getDeclaredConstructor(int.class);
            port.setAccessible(true);
            Method start = loader.loadClass(EmbeddedZookeeper.class.getName())
                    .getDeclaredMethod("start", settings, Path.class);
            start.setAccessible(true);
            AutoCloseable service = (AutoCloseable) start.invoke(null, port.newInstance(0), directory);
            service.close();
            assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(own);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private CompanionService start(Path where, Map<String, ?> settings) {
        return new ZookeeperMetadataStoreFactory()
                .start(ConfigSection.of("embedded", settings), where, clients.context);
    }

    private static int port(CompanionService service) {
        String connect = (String) service.clientSection().get("connect");
        return Integer.parseInt(connect.substring(connect.indexOf(':') + 1));
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private static Set<Thread> newThreads(Set<Thread> before) {
        Set<Thread> threads = threads();
        threads.removeAll(before);
        return threads;
    }
}
