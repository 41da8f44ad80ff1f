package dev.gale.tck.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link FaultProxy} for datagrams. A cut shows as silence, for nobody tells a sender of datagrams anything. */
public final class UdpProxy implements FaultProxy {
    private static final int LARGEST_DATAGRAM = 64 << 10;
    private static final int BUFFER_BYTES = 2 << 20;

    private final DatagramSocket listening;
    private final InetSocketAddress server;
    private final ScheduledExecutorService late =
            Executors.newSingleThreadScheduledExecutor(body -> Loopback.thread("udp-proxy-late", body));
    private volatile @Nullable Fault fault;

    // Guarded by this.
    private final Map<SocketAddress, DatagramSocket> upstreams = new HashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean closed;

    private UdpProxy(DatagramSocket listening, InetSocketAddress server) {
        this.listening = listening;
        this.server = server;
    }

    /** @param server {@code host:port} on loopback */
    public static UdpProxy to(String server) {
        try {
            UdpProxy proxy = new UdpProxy(socket(), Loopback.parse(server));
            proxy.start(proxy::takeRequests);
            return proxy;
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    @Override
    public void apply(Fault next) {
        fault = next;
    }

    @Override
    public void heal() {
        fault = null;
    }

    @Override
    public void close() {
        List<Thread> running;
        synchronized (this) {
            closed = true;
            listening.close();
            upstreams.values().forEach(DatagramSocket::close);
            upstreams.clear();
            running = List.copyOf(threads);
        }
        late.shutdownNow();
        running.forEach(Loopback::join);
    }

    private void takeRequests() {
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST_DATAGRAM], LARGEST_DATAGRAM);
        while (receive(listening, packet)) {
            DatagramSocket upstream = upstream(packet.getSocketAddress());
            if (upstream != null) {
                pass(packet, upstream, server, true);
            }
        }
    }

    private void takeAnswers(DatagramSocket upstream, SocketAddress client) {
        DatagramPacket packet = new DatagramPacket(new byte[LARGEST_DATAGRAM], LARGEST_DATAGRAM);
        while (receive(upstream, packet)) {
            pass(packet, listening, client, false);
        }
    }

    /** @return false once the socket is closed */
    private static boolean receive(DatagramSocket socket, DatagramPacket packet) {
        while (!socket.isClosed()) {
            try {
                packet.setLength(LARGEST_DATAGRAM);
                socket.receive(packet);
                return true;
            } catch (IOException e) {
                // Closed, or told that nobody listens at the other end, which datagrams do not care about.
                continue;
            }
        }
        return false;
    }

    private void pass(DatagramPacket packet, DatagramSocket through, SocketAddress to, boolean request) {
        Fault now = fault;
        if (now == Fault.CUT || now != null && now.holds(request)) {
            return;
        }
        if (now == Fault.DELAYED) {
            byte[] copy = new byte[packet.getLength()];
            System.arraycopy(packet.getData(), packet.getOffset(), copy, 0, copy.length);
            late.schedule(
                    () -> send(new DatagramPacket(copy, copy.length, to), through),
                    Fault.DELAY_MILLIS,
                    TimeUnit.MILLISECONDS);
        } else {
            send(new DatagramPacket(packet.getData(), packet.getOffset(), packet.getLength(), to), through);
        }
    }

    private static void send(DatagramPacket packet, DatagramSocket through) {
        try {
            through.send(packet);
        } catch (IOException e) {
            // Lost, as datagrams are.
        }
    }

    private synchronized @Nullable DatagramSocket upstream(SocketAddress client) {
        if (closed) {
            return null;
        }
        return upstreams.computeIfAbsent(client, unused -> {
            try {
                DatagramSocket socket = socket();
                start(() -> takeAnswers(socket, client));
                return socket;
            } catch (SocketException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static DatagramSocket socket() throws SocketException {
        DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        socket.setReceiveBufferSize(BUFFER_BYTES);
        socket.setSendBufferSize(BUFFER_BYTES);
        return socket;
    }

    private synchronized void start(Runnable body) {
        Thread thread = Loopback.thread("udp-proxy", body);
        threads.add(thread);
        thread.start();
    }
}
