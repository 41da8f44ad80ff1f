package dev.gale.adapter.zookeeper;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A real server in this process that can be stopped and started again on its port and data, and can end sessions. */
final class TestServer implements AutoCloseable {
    private static final int TICK_MILLIS = 300;

    private final File data;
    private int port;
    private NIOServerCnxnFactory connections;
    private ZooKeeperServer server;

    TestServer(Path data) {
        this.data = data.toFile();
    }

    static TestServer started(Path data) throws Exception {
        TestServer started = new TestServer(data);
        started.start();
        return started;
    }

    synchronized void start() throws IOException, InterruptedException {
        connections = new NIOServerCnxnFactory();
        connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        port = connections.getLocalPort();
        server = new ZooKeeperServer(data, data, TICK_MILLIS);
        server.setMinSessionTimeout(2 * TICK_MILLIS);
        server.setMaxSessionTimeout(120_000);
        connections.startup(server);
    }

    synchronized void stop() {
        if (connections != null) {
            connections.shutdown();
            connections = null;
        }
    }

    synchronized int port() {
        return port;
    }

    synchronized void endSession(long id) {
        server.closeSession(id);
    }

    @Override
    public void close() {
        stop();
    }
}
