package dev.gale.distribution.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes requests, and closes the connection without an answer. */
final class BreakingServer implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final Thread thread = new Thread(this::run, "breaking-server");

    BreakingServer() throws IOException {
        thread.start();
    }

    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    private void run() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                connections.incrementAndGet();
                socket.getInputStream().read();
            } catch (IOException e) {
                // Closed, or the client was faster.
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
