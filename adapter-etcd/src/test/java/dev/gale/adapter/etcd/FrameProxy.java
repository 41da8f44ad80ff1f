package dev.gale.adapter.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * Stands between one client and one server. It knows the frames of HTTP/2 just enough to lose the answer to a transaction
 * that puts something; besides, it cuts connections, refuses new ones, and holds back what is under way.
 */
final class FrameProxy implements AutoCloseable {
    private static final int PREFACE_BYTES = 24;
    private static final int HEADER_BYTES = 9;
    private static final int DATA = 0;
    private static final int MESSAGE_HEADER_BYTES = 5;
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
            FrameProxy.start("up", () -> pump(client, upstream, true, this::requested));
            FrameProxy.start("down", () -> pump(upstream, client, false, this::answered));
            if (refusing) {
                end();
            }
        }

        private boolean requested(ByteBuffer frame) {
            if (frame.get(3) == DATA && isPut(frame) && losing.compareAndSet(true, false)) {
                lost = frame.getInt(5);
            }
            return true;
        }

        private boolean answered(ByteBuffer frame) {
            return lost == NONE || frame.getInt(5) != lost;
        }

        private boolean isPut(ByteBuffer frame) {
            int begin = HEADER_BYTES + MESSAGE_HEADER_BYTES;
            if (frame.capacity() < begin) {
                return false;
            }
            try {
                ByteString message = ByteString.copyFrom(frame.array(), begin, frame.capacity() - begin);
                return TxnRequest.parseFrom(message).getSuccessList().stream().anyMatch(RequestOp::hasRequestPut);
            } catch (InvalidProtocolBufferException e) {
                return false;
            }
        }

        private void pump(Socket from, Socket to, boolean up, Predicate<ByteBuffer> passes) {
            try (DataInputStream in = new DataInputStream(from.getInputStream());
                    DataOutputStream out = new DataOutputStream(to.getOutputStream())) {
                if (up) {
                    out.write(in.readNBytes(PREFACE_BYTES));
                }
                while (true) {
                    ByteBuffer frame = read(in);
                    awaitThaw();
                    if (!passes.test(frame)) {
                        return;
                    }
                    out.write(frame.array());
                    out.flush();
                }
            } catch (IOException e) {
                // One side has ended the connection: so does the other.
            } finally {
                end();
            }
        }

        private ByteBuffer read(DataInputStream in) throws IOException {
            byte[] header = new byte[HEADER_BYTES];
            in.readFully(header);
            int length = ByteBuffer.wrap(header).getInt(0) >>> 8;
            byte[] frame = Arrays.copyOf(header, HEADER_BYTES + length);
            in.readFully(frame, HEADER_BYTES, length);
            return ByteBuffer.wrap(frame);
        }

        private void end() {
            sockets.remove(client);
            closeQuietly(client);
            closeQuietly(upstream);
        }
    }
}
