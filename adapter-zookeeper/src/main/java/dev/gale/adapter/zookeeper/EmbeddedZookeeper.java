package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper server inside this process, on loopback: for one machine, not for production. It is put together from the
 * server's parts, since these say at once what is wrong, such as a port that is taken, and which port a free one is. It
 * keeps all logs and snapshots that it ever wrote, as ZooKeeper does unless it is told otherwise.
 */
final class EmbeddedZookeeper implements CompanionService {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedZookeeper.class);
    private static final String LOOPBACK = "127.0.0.1";
    private static final int TICK_MILLIS = 500;
    private static final int LEAST_SESSION_MILLIS = 2 * TICK_MILLIS;
    private static final int MOST_SESSION_MILLIS = (int) Duration.ofMinutes(2).toMillis();
    private static final int MOST_CONNECTIONS = 0;
    private static final int CLOSE_MILLIS = 10_000;

    private final Path directory;
    private final DirectoryLock lock;
    private final ZooKeeperServer server;
    private final ServerCnxnFactory connections;
    private final int port;
    private boolean closed;

    private EmbeddedZookeeper(
            Path directory, DirectoryLock lock, ZooKeeperServer server, ServerCnxnFactory connections) {
        this.directory = directory;
        this.lock = lock;
        this.server = server;
        this.connections = connections;
        this.port = connections.getLocalPort();
    }

    static EmbeddedZookeeper start(EmbeddedSettings settings, Path directory) {
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            return start(settings.port(), directory, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static EmbeddedZookeeper start(int wanted, Path directory, DirectoryLock lock) {
        int port = wanted == 0 ? lastPort(directory) : wanted;
        ServerCnxnFactory connections = connections();
        Runnable undo = connections::shutdown;
        try {
            listen(connections, port, wanted == 0);
            File data = directory.resolve("data").toFile();
            ZooKeeperServer server = new ZooKeeperServer(data, data, TICK_MILLIS);
            server.setMinSessionTimeout(LEAST_SESSION_MILLIS);
            server.setMaxSessionTimeout(MOST_SESSION_MILLIS);
            EmbeddedZookeeper started = new EmbeddedZookeeper(directory, lock, server, connections);
            undo = started::close;
            connections.startup(server);
            Files.writeString(portFile(directory), String.valueOf(started.port));
            LOG.info("ZooKeeper listens on {}:{}, with its data in {}", LOOPBACK, started.port, directory);
            return started;
        } catch (IOException | RuntimeException e) {
            undo.run();
            throw new EngineException(
                    Category.UNAVAILABLE,
                    "cannot start ZooKeeper on " + LOOPBACK + ":" + port + " in " + directory + ": " + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            undo.run();
            Thread.currentThread().interrupt();
            throw new EngineException(Category.UNAVAILABLE, "interrupted while starting ZooKeeper in " + directory, e);
        }
    }

    /** Loading that class sets the process's handler of uncaught exceptions to one that hides them: it is put back. */
    private static ServerCnxnFactory connections() {
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        try {
            return new NIOServerCnxnFactory();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    /** @param orAnother whether a free port will do when this one is taken */
    private static void listen(ServerCnxnFactory connections, int port, boolean orAnother) throws IOException {
        try {
            connections.configure(new InetSocketAddress(LOOPBACK, port), MOST_CONNECTIONS);
        } catch (IOException e) {
            if (!orAnother || port == 0) {
                throw e;
            }
            connections.configure(new InetSocketAddress(LOOPBACK, 0), MOST_CONNECTIONS);
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
        return Map.of(ZookeeperSettings.CONNECT, LOOPBACK + ":" + port);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        connections.shutdown();
        try {
            if (server.getSessionTracker() instanceof Thread tracker) {
                tracker.join(CLOSE_MILLIS);
            }
            server.getZKDatabase().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("cannot close the data of ZooKeeper in {}", directory, e);
        }
        lock.close();
        LOG.info("ZooKeeper with its data in {} has stopped", directory);
    }
}
