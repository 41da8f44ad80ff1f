package dev.gale.adapter.netty;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Endpoints over TCP. Each has threads of its own, so that what one listener does holds up no other endpoint. */
final class NettyTransport implements Transport {
    private final TransportKit kit;

    private final List<NettyEndpoint> endpoints = new CopyOnWriteArrayList<>();

    /** Guarded by this, as is adding to the endpoints. */
    private boolean closed;

    NettyTransport(TransportKit kit) {
        this.kit = kit;
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
        new Introduction(new byte[Introduction.NONCE_BYTES], self).message(Message.HELLO);
        endpoints.removeIf(endpoint -> endpoint.loops().areOver());
        NettyEndpoint endpoint = new NettyEndpoint(this, kit, parse(address), self, secret);
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
        endpoints.forEach(NettyEndpoint::close);
    }

    /** True on a thread that calls listeners, where waiting for a callback could wait for itself. */
    boolean onOwnThread() {
        Thread current = Thread.currentThread();
        return endpoints.stream().anyMatch(endpoint -> endpoint.loops().contain(current));
    }
}
