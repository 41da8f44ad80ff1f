package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an address for one endpoint. A media driver gives every one of its clients that asks for it what arrives at a port,
 * so it does not notice two of them. This does: a TCP socket that listens at the same port and accepts nobody, so that the
 * kernel refuses a second one, whoever asks, and frees it when the process ends, however it ends. It has to listen: a socket that is
 * only bound would be refused while the kernel still remembers connections that somebody else has had at the port.
 */
final class PortLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortLock.class);

    private final ServerSocket socket;
    private final Address address;

    private PortLock(ServerSocket socket, Address address) {
        this.socket = socket;
        this.address = address;
    }

    /** @throws EngineException REJECTED that names the address when it cannot be had */
    static PortLock take(Address wanted) {
        InetSocketAddress where = new InetSocketAddress(wanted.host(), wanted.port());
        if (where.isUnresolved()) {
            throw new EngineException(
                    Category.REJECTED, wanted + " cannot be bound: the host " + wanted.host() + " is not known");
        }
        ServerSocket socket = null;
        try {
            socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(where, 1);
        } catch (IOException e) {
            close(socket);
            throw new EngineException(Category.REJECTED, wanted + " cannot be bound: " + e.getMessage(), e);
        }
        return new PortLock(socket, wanted.withPort(socket.getLocalPort()));
    }

    /** With the port that was really taken. */
    Address address() {
        return address;
    }

    @Override
    public void close() {
        close(socket);
    }

    private static void close(@Nullable ServerSocket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            LOG.warn("cannot close a socket", e);
        }
    }
}
