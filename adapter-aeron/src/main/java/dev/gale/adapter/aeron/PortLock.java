package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an address for one endpoint. A media driver gives every one of its clients that asks for it what arrives at a port,
 * so it does not notice two of them. This does: a TCP socket that is bound to the same port and never listens, so that the
 * kernel refuses a second one, whoever asks, and frees it when the process ends, however it ends.
 */
final class PortLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortLock.class);

    private final Socket socket;
    private final Address address;

    private PortLock(Socket socket, Address address) {
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
        Socket socket = new Socket();
        try {
            socket.bind(where);
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

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.warn("cannot close a socket", e);
        }
    }
}
