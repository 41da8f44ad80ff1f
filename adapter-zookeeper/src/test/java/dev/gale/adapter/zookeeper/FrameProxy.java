package dev.gale.adapter.zookeeper;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * Stands between one client and one server. It knows ZooKeeper's frames just enough to lose the answer to a transaction;
 * besides, it cuts connections, refuses new ones, and holds back what is under way.
 */
final class FrameProxy implements AutoCloseable {
    private static final int MULTI = 14;
    private static final int NONE = Integer.MIN_VALUE;

    private final IntSupplier server;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean losing;
    private volatile boolean refusing;
    private boolean frozen;

    /**
     * @param server the port of the server
     * @param losing while true, the next transaction reaches the server; instead of its answer the connection ends
     */
    FrameProxy(IntSupplier server, AtomicBoolean losing) throws IOException {
        this.server = server;
        this.losing = losing;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    boolean isConnected() {
        return !sockets.isEmpty();
    }

    /** Cuts all connections, and new ones until {@link #admit}. */
    void refuse() {
        refusing = true;
        sockets.forEach(FrameProxy::closeQuietly);
    }

    void admit() {
        refusing = false;
    }

    /** Holds everything back; the connections stand. */
    synchronized void freeze() {
        frozen = true;
    }

    synchronized void thaw() {
        frozen = false;
        notifyAll();
    }

    @Override
    public void close() {
        closeQuietly(listening);
        thaw();
        refuse();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (refusing) {
                    client.close();
                } else {
                    connect(client);
                }
            } catch (IOException e) {
                // The server is down, or this proxy is being closed: the client sees its connection end.
                continue;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket upstream = new Socket();
        try {
            upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getAsInt()), 1_000);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        client.setTcpNoDelay(true);
        upstream.setTcpNoDelay(true);
        new Pair(client, upstream).start();
    }

    private synchronized void awaitThaw() throws IOException {
        try {
            while (frozen) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void start(String name, Runnable body) {
        Thread thread = new Thread(body, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // It is closed one way or another.
        }
    }

    /** One connection through the proxy. */
    private final class Pair {
        private final Socket client;
        private final Socket upstream;
        private volatile int lost = NONE;

        Pair(Socket client, Socket upstream) {
            this.client = client;
            this.upstream = upstream;
        }

        void start() {
            sockets.add(client);
            FrameProxy.start("up", () -> pump(client, upstream, this::requested));
            FrameProxy.start("down", () -> pump(upstream, client, this::answered));
            if (refusing) {
                end();
            }
        }

        private boolean requested(ByteBuffer frame) {
            if (frame.getInt(4) == MULTI && losing.compareAndSet(true, false)) {
                lost = frame.getInt(0);
            }
            return true;
        }

        private boolean answered(ByteBuffer frame) {
            return lost == NONE || frame.getInt(0) != lost;
        }

        private void pump(Socket from, Socket to, Predicate<ByteBuffer> passes) {
            try (DataInputStream in = new DataInputStream(from.getInputStream());
                    DataOutputStream out = new DataOutputStream(to.getOutputStream())) {
                for (boolean first = true; ; first = false) {
                    byte[] frame = new byte[in.readInt()];
                    in.readFully(frame);
                    awaitThaw();
                    // The first frames, about the connection itself, have another form.
                    if (!first && frame.length >= 8 && !passes.test(ByteBuffer.wrap(frame))) {
                        return;
                    }
                    ByteBuffer whole = ByteBuffer.allocate(4 + frame.length);
                    whole.putInt(frame.length).put(frame);
                    out.write(whole.array());
                    out.flush();
                }
            } catch (IOException e) {
                // One side has ended the connection: so does the other.
            } finally {
                end();
            }
        }

        private void end() {
            sockets.remove(client);
            closeQuietly(client);
            closeQuietly(upstream);
        }
    }
}
