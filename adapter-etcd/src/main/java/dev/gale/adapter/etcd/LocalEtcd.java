package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An etcd server of one member in a process of its own, on loopback: for one machine, not for production. Members would
 * speak to each other by a socket in its directory, so that it has one port alone.
 */
final class LocalEtcd implements CompanionService {
    private static final Logger LOG = LoggerFactory.getLogger(LocalEtcd.class);
    private static final String LOOPBACK = "127.0.0.1";
    private static final String PEERS = "unix://peer:0";

    /** So much of the past is kept; more than a client needs to find back to its watches. */
    private static final String REVISIONS_KEPT = "10000";

    private final Path directory;
    private final int port;
    private final DirectoryLock lock;
    private final ServerProcess process;
    private boolean closed;

    private LocalEtcd(Path directory, int port, DirectoryLock lock, ServerProcess process) {
        this.directory = directory;
        this.port = port;
        this.lock = lock;
        this.process = process;
    }

    static LocalEtcd start(LocalSettings settings, Path directory, PluginContext context) {
        Program program = Program.find(settings.binary(), settings.binaryKey());
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            return start(program, settings.port(), directory, lock, context);
        } catch (IOException e) {
            lock.close();
            throw new EngineException(
                    Category.UNAVAILABLE, "cannot start etcd in " + directory + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static LocalEtcd start(
            Program program, int wanted, Path directory, DirectoryLock lock, PluginContext context) throws IOException {
        Path home = directory.toAbsolutePath();
        ServerProcess.endLeftOver(home);
        int port = wanted == 0 ? freePort(lastPort(home)) : free(wanted);
        ServerProcess process = ServerProcess.start(program.command(arguments(home, port)), home, context);
        try {
            process.awaitHealth(LOOPBACK, port);
            Files.writeString(portFile(home), String.valueOf(port));
        } catch (IOException | RuntimeException e) {
            process.end();
            throw e;
        }
        LOG.info("etcd listens on {}:{}, with its data in {}", LOOPBACK, port, home);
        return new LocalEtcd(home, port, lock, process);
    }

    private static List<String> arguments(Path home, int port) {
        String clients = "http://" + LOOPBACK + ":" + port;
        return List.of(
                "--name=gale",
                "--data-dir=" + home.resolve("etcd"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + PEERS,
                "--initial-advertise-peer-urls=" + PEERS,
                "--initial-cluster=gale=" + PEERS,
                "--auto-compaction-mode=revision",
                "--auto-compaction-retention=" + REVISIONS_KEPT,
                "--logger=zap",
                "--log-level=warn");
    }

    /** That port, when it is free. */
    private static int free(int wanted) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(LOOPBACK, wanted));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IOException(LOOPBACK + ":" + wanted + " is not free: " + e.getMessage(), e);
        }
    }

    private static int freePort(int preferred) throws IOException {
        if (preferred != 0) {
            try {
                return free(preferred);
            } catch (IOException e) {
                LOG.debug("the port of the last run is taken", e);
            }
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            return socket.getLocalPort();
        }
    }

    private static int lastPort(Path directory) {
        try {
            int port = Integer.parseInt(Files.readString(portFile(directory)).trim());
            return port > 0 && port < 1 << 16 ? port : 0;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static Path portFile(Path directory) {
        return directory.resolve("port");
    }

    @Override
    public Map<String, Object> clientSection() {
        return Map.of(EtcdSettings.ENDPOINTS, LOOPBACK + ":" + port);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        process.end();
        lock.close();
        LOG.info("etcd with its data in {} has stopped", directory);
    }

    /** For tests, which end it from outside. */
    ServerProcess process() {
        return process;
    }
}
