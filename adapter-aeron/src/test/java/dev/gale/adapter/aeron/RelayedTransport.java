package dev.gale.adapter.aeron;

import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A transport whose links go through relays, one for each direction of declaration, so that they can be cut. */
final class RelayedTransport implements Transport {
    private final Transport transport;

    /** By the address of the end that declares and that of the end that it declares. Guarded by this. */
    private final Map<List<String>, Relay> relays = new HashMap<>();

    RelayedTransport(Transport transport) {
        this.transport = transport;
    }

    void cut(String left, String right) {
        between(left, right).forEach(Relay::cut);
    }

    void heal(String left, String right) {
        between(left, right).forEach(Relay::heal);
    }

    private synchronized List<Relay> between(String left, String right) {
        return List.of(relay(left, right), relay(right, left));
    }

    private synchronized Relay relay(String from, String to) {
        return relays.computeIfAbsent(List.of(from, to), pair -> Relay.to(to));
    }

    @Override
    public int maxFrameBytes() {
        return transport.maxFrameBytes();
    }

    @Override
    public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
        Endpoint endpoint = transport.bind(address, self, secret);
        return new Endpoint() {
            @Override
            public String address() {
                return endpoint.address();
            }

            @Override
            public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
                return endpoint.link(relay(endpoint.address(), peerAddress).address(), peer, listener);
            }

            @Override
            public void close() {
                endpoint.close();
            }
        };
    }

    @Override
    public void close() {
        transport.close();
        synchronized (this) {
            relays.values().forEach(Relay::close);
            relays.clear();
        }
    }
}
