package dev.gale.adapter.netty;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A way between two ends that a test can cut: listens on a port of its own and passes bytes on, both ways. */
final class Relay implements AutoCloseable {
    /** Fixed, for the system would let its own grow for as long as somebody sends. */
    private static final int BUFFER_BYTES = 512 << 10;

    private final ServerSocket listening;
    private final Address target;

    // Guarded by this.
    private final List<Socket> sockets = new ArrayList<>();
    private boolean cut;

    private Relay(ServerSocket listening, Address target) {
        this.listening = listening;
        this.target = target;
    }

    static Relay to(String target) throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReceiveBufferSize(BUFFER_BYTES);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Relay relay = new Relay(listening, Address.parse(target));
        start(relay::accept);
        return relay;
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** Breaks what passes, with what is under way, and lets nothing pass. */
    synchronized void cut() {
        cut = true;
        sockets.forEach(Relay::reset);
        sockets.clear();
    }

    synchronized void heal() {
        cut = false;
    }

    @Override
    public void close() {
        cut();
        try {
            listening.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                join(listening.accept());
            } catch (IOException e) {
                // The relay was closed, or the target is not there.
            }
        }
    }

    private void join(Socket near) throws IOException {
        Socket far;
        try {
            far = new Socket();
            far.setReceiveBufferSize(BUFFER_BYTES);
            far.connect(new InetSocketAddress(target.host(), target.port()));
        } catch (IOException e) {
            near.close();
            throw e;
        }
        for (Socket socket : List.of(near, far)) {
            socket.setTcpNoDelay(true);
            socket.setSendBufferSize(BUFFER_BYTES);
        }
        synchronized (this) {
            if (cut) {
                reset(near);
                reset(far);
                return;
            }
            sockets.add(near);
            sockets.add(far);
        }
        start(() -> pass(near, far));
        start(() -> pass(far, near));
    }

    private static void start(Runnable body) {
        Thread thread = new Thread(body, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void pass(Socket from, Socket to) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count = in.read(buffer);
            while (count >= 0) {
                out.write(buffer, 0, count);
                count = in.read(buffer);
            }
        } catch (IOException e) {
            // One of the two is gone, and the other goes now.
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // Closed already.
        }
    }
}
