package dev.gale.tck.network;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@link FaultProxy} for connections over TCP. */
public final class TcpProxy implements FaultProxy {
    /** Fixed, for the system would let its own grow for as long as somebody sends. */
    private static final int BUFFER_BYTES = 512 << 10;

    private static final int CONNECT_MILLIS = 5_000;

    private final ServerSocket listening;
    private final InetSocketAddress server;

    // Guarded by this.
    private final Set<Socket> sockets = new HashSet<>();
    private final Set<Thread> threads = new HashSet<>();
    private @Nullable Fault fault;
    private boolean closed;

    private TcpProxy(ServerSocket listening, InetSocketAddress server) {
        this.listening = listening;
        this.server = server;
    }

    /** @param server {@code host:port} on loopback, which may be down */
    public static TcpProxy to(String server) {
        try {
            ServerSocket listening = new ServerSocket();
            listening.setReceiveBufferSize(BUFFER_BYTES);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            TcpProxy proxy = new TcpProxy(listening, Loopback.parse(server));
            proxy.start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    @Override
    public synchronized void apply(Fault next) {
        fault = next;
        if (next == Fault.CUT) {
            breakAll();
        }
        notifyAll();
    }

    @Override
    public synchronized void heal() {
        fault = null;
        notifyAll();
    }

    @Override
    public void close() {
        List<Thread> running;
        synchronized (this) {
            closed = true;
            breakAll();
            notifyAll();
            running = List.copyOf(threads);
        }
        closeQuietly(listening);
        running.forEach(Loopback::join);
    }

    private void breakAll() {
        sockets.forEach(TcpProxy::reset);
        sockets.clear();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                start(() -> join(client));
            } catch (IOException e) {
                // This proxy is being closed, or a client went away before it was accepted.
                continue;
            }
        }
    }

    private void join(Socket client) {
        Socket upstream = new Socket();
        try {
            if (!admit(client)) {
                return;
            }
            upstream.setReceiveBufferSize(BUFFER_BYTES);
            upstream.connect(server, CONNECT_MILLIS);
            for (Socket socket : List.of(client, upstream)) {
                socket.setTcpNoDelay(true);
                socket.setSendBufferSize(BUFFER_BYTES);
            }
            if (admit(upstream)) {
                start(() -> pass(upstream, client, false));
                pass(client, upstream, true);
            }
        } catch (IOException e) {
            // The server is down, and the client sees that.
            forget(client);
            forget(upstream);
        }
    }

    /** A new connection is not made while requests are held: the server does not hear of it. */
    private synchronized boolean admit(Socket socket) throws IOException {
        while (!closed && fault != null && fault.holds(true)) {
            await(0);
        }
        if (closed || fault == Fault.CUT) {
            reset(socket);
            return false;
        }
        sockets.add(socket);
        return true;
    }

    private void pass(Socket from, Socket to, boolean request) {
        byte[] buffer = new byte[16 << 10];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count = in.read(buffer);
            while (count >= 0) {
                awaitPassage(request);
                out.write(buffer, 0, count);
                count = in.read(buffer);
            }
            awaitPassage(request);
        } catch (IOException e) {
            // One of the two is gone, and the other goes now.
        } finally {
            forget(from);
            forget(to);
        }
    }

    private synchronized void awaitPassage(boolean request) throws IOException {
        if (fault == Fault.DELAYED) {
            await(Fault.DELAY_MILLIS);
        }
        while (!closed && fault != null && fault.holds(request)) {
            await(0);
        }
    }

    private void await(int millis) throws IOException {
        try {
            wait(millis);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void forget(Socket socket) {
        synchronized (this) {
            sockets.remove(socket);
        }
        closeQuietly(socket);
    }

    private synchronized void start(Runnable body) {
        if (closed) {
            return;
        }
        Thread thread = Loopback.thread("tcp-proxy", () -> {
            try {
                body.run();
            } finally {
                synchronized (this) {
                    threads.remove(Thread.currentThread());
                }
            }
        });
        threads.add(thread);
        thread.start();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already.
        }
        closeQuietly(socket);
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // It is closed one way or another.
        }
    }
}
