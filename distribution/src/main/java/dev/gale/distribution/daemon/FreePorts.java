package dev.gale.distribution.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports of loopback that nobody listens on, for what binds them later. Until this is closed no other process is given the same ones
 * here: a guard listens on each, at an address of loopback that nobody uses. Where loopback has one address only, there are no guards.
 */
public final class FreePorts implements AutoCloseable {
    private static final int TRIES = 1_000;
    private static final String GUARDS = "127.71.65.76";

    private final List<Integer> numbers = new ArrayList<>();
    private final List<ServerSocket> guards = new ArrayList<>();

    private FreePorts() {}

    /**
     * The first that are free, from one number on.
     *
     * @throws UncheckedIOException if there are too few
     */
    public static FreePorts from(int first, int number) {
        FreePorts ports = new FreePorts();
        try {
            boolean guarded = hasGuards();
            for (int port = first; ports.numbers.size() < number; port++) {
                if (port == first + TRIES) {
                    throw new IOException("of the ports from " + first + " to " + (port - 1) + " too few are free");
                }
                ports.addIfFree(port, guarded);
            }
            return ports;
        } catch (IOException e) {
            ports.close();
            throw new UncheckedIOException("There is no free port: " + e.getMessage(), e);
        }
    }

    /** In ascending order. */
    public List<Integer> numbers() {
        return List.copyOf(numbers);
    }

    @Override
    public void close() {
        guards.forEach(FreePorts::close);
        guards.clear();
    }

    private void addIfFree(int port, boolean guarded) {
        ServerSocket guard = null;
        try {
            if (guarded) {
                guard = bind(new InetSocketAddress(GUARDS, port));
            }
            close(bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            numbers.add(port);
            if (guard != null) {
                guards.add(guard);
            }
        } catch (IOException e) {
            // Somebody has it; the next may be free.
            if (guard != null) {
                close(guard);
            }
        }
    }

    private static boolean hasGuards() {
        try {
            close(bind(new InetSocketAddress(GUARDS, 0)));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket bind(InetSocketAddress address) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address, 1);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
