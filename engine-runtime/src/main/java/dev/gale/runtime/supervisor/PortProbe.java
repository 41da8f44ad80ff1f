package dev.gale.runtime.supervisor;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Whether a worker would get its port.
 *
 * @param host that workers bind to
 * @param datagrams whether they receive datagrams there, instead of connections
 */
public record PortProbe(String host, boolean datagrams) {
    /**
     * Binds the port and lets it go. A port whose last connections are only being forgotten counts as free, as it does for a worker.
     *
     * @throws IOException naming the port if it cannot be bound
     */
    void check(int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IOException("the host " + host + " to bind port " + port + " on is not known");
        }
        try {
            if (datagrams) {
                bindForDatagrams(address);
            } else {
                bindForConnections(address);
            }
        } catch (IOException e) {
            throw new IOException("port " + port + " on " + host + " is not free: " + Reasons.of(e), e);
        }
    }

    private static void bindForDatagrams(InetSocketAddress address) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(null)) {
            socket.bind(address);
        }
    }

    private static void bindForConnections(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address, 1);
        }
    }
}
