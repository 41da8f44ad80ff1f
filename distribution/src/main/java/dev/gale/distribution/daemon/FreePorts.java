package dev.gale.distribution.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of loopback that nobody listens on, for what cannot choose one while it binds. */
public final class FreePorts {
    private FreePorts() {}

    /** Different ones; the first are those from {@code preferred} on, as far as they are free. */
    public static List<Integer> from(int preferred, int number) {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < number; i++) {
                open.add(bound(preferred + i));
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("There is no free port: " + e.getMessage(), e);
        } finally {
            open.forEach(FreePorts::close);
        }
    }

    private static ServerSocket bound(int preferred) throws IOException {
        try {
            return bind(preferred);
        } catch (IOException e) {
            return bind(0);
        }
    }

    private static ServerSocket bind(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
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
