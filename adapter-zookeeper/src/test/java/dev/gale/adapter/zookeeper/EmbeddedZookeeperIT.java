package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.metadata.Seen;
import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is special to it; what every {@link CompanionService} keeps is in {@link EmbeddedZookeeperContractIT}. */
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
            assertThat(service.clientSection()).isEqualTo(Map.of("connect", "127.0.0.1:" + port));
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
}
