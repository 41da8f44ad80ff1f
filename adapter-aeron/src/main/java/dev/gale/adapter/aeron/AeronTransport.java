package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Endpoints at one media driver. Each has a thread of its own, so that what one listener does holds up no other endpoint. */
final class AeronTransport implements Transport {
    private final TransportKit kit;

    /** Null when it is somebody else's. */
    private final @Nullable Driver driver;

    private final List<AeronEndpoint> endpoints = new CopyOnWriteArrayList<>();

    /** Guarded by this, as is adding to the endpoints. */
    private boolean closed;

    AeronTransport(TransportKit kit, @Nullable Driver driver) {
        this.kit = kit;
        this.driver = driver;
    }

    @Override
    public int maxFrameBytes() {
        return kit.settings().maxFrameBytes();
    }

    @Override
    public synchronized Endpoint bind(String address, PeerIdentity self, byte[] secret) {
        if (closed) {
            throw new IllegalStateException("the transport is closed");
        }
        if (secret.length == 0 || self.incarnation().isEmpty()) {
            throw new IllegalArgumentException("an endpoint has a secret and an incarnation: " + self);
        }
        // Throws if the identity does not fit into a handshake.
        Introduction.of(new byte[Introduction.NONCE_BYTES], self, self, false, secret);
        endpoints.removeIf(AeronEndpoint::isOver);
        AeronEndpoint endpoint = new AeronEndpoint(this, kit, parse(address), self, secret.clone());
        endpoints.add(endpoint);
        return endpoint;
    }

    private static Address parse(String address) {
        try {
            return Address.parse(address);
        } catch (IllegalArgumentException e) {
            throw new EngineException(Category.REJECTED, "cannot be bound: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        endpoints.forEach(AeronEndpoint::close);
        if (onOwnThread()) {
            // This thread ends only after its callback, and the client and the driver after it.
            kit.context().threadFactory("closing").newThread(this::closeRest).start();
        } else {
            closeRest();
        }
    }

    private void closeRest() {
        endpoints.forEach(AeronEndpoint::join);
        kit.clients().close();
        if (driver != null) {
            driver.close();
        }
    }

    /** True on a thread that calls listeners, where waiting for a callback could wait for itself. */
    boolean onOwnThread() {
        Thread current = Thread.currentThread();
        return endpoints.stream().anyMatch(endpoint -> endpoint.isThread(current));
    }
}
