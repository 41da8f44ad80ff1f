package dev.gale.adapter.memory;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A network within the JVM: endpoints that are bound on the same object reach each other, and those of two objects do
 * not. Beside the port it has the handles by which a test makes faults.
 *
 * <p>Nobody dials: whenever something is bound, declared or healed, the links that this may connect are looked at. One
 * lock guards who is bound, declared and connected; frames pass without it, and listeners are called without it.
 */
public final class MemoryTransport implements Transport {
    private static final int FIRST_FREE_PORT = 10_000;

    private final MemorySettings settings;
    private final PluginContext context;
    private final ThreadFactory threads;
    private final RandomGenerator random;
    private final Counter framesLost;

    // Guarded by this.
    private final Map<String, MemoryEndpoint> endpoints = new LinkedHashMap<>();
    private final List<MemoryEndpoint> everOpened = new ArrayList<>();
    private final Set<List<String>> cuts = new HashSet<>();
    private int nextPort = FIRST_FREE_PORT;
    private boolean closed;

    MemoryTransport(MemorySettings settings, PluginContext context) {
        this.settings = settings;
        this.context = context;
        this.threads = context.threadFactory("delivery");
        this.random = context.random();
        this.framesLost = context.counter("frames.lost");
    }

    @Override
    public int maxFrameBytes() {
        return settings.maxFrameBytes();
    }

    @Override
    public synchronized Endpoint bind(String address, PeerIdentity self, byte[] secret) {
        if (closed) {
            throw new IllegalStateException("the transport is closed");
        }
        if (secret.length == 0 || self.incarnation().isEmpty()) {
            throw new IllegalArgumentException("an endpoint has a secret and an incarnation: " + self);
        }
        String bound = free(address);
        if (endpoints.containsKey(bound)) {
            throw new EngineException(Category.REJECTED, "address " + bound + " is taken");
        }
        MemoryEndpoint endpoint = new MemoryEndpoint(this, bound, self, secret, threads);
        endpoints.put(bound, endpoint);
        everOpened.removeIf(MemoryEndpoint::isOver);
        everOpened.add(endpoint);
        endpoint.start();
        connectAll();
        return endpoint;
    }

    @Override
    public void close() {
        List<MemoryEndpoint> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(everOpened);
        }
        open.forEach(MemoryEndpoint::close);
    }

    /**
     * Test handle: breaks the connections between two bound addresses, losing what is under way, and connects them no
     * more.
     */
    public synchronized void cut(String left, String right) {
        cuts.add(pair(left, right));
        breakBetween(left, right, "the network was cut between " + left + " and " + right);
    }

    /** Test handle: ends a cut. */
    public synchronized void heal(String left, String right) {
        cuts.remove(pair(left, right));
        connectAll();
    }

    /**
     * Test handle: breaks the connections between two bound addresses, losing what is under way; they connect again at
     * once.
     */
    public synchronized void drop(String left, String right) {
        breakBetween(left, right, "the connection between " + left + " and " + right + " was dropped");
        connectAll();
    }

    synchronized MemoryLink declare(MemoryEndpoint endpoint, String address, PeerIdentity peer, LinkListener listener) {
        if (endpoints.get(endpoint.address()) != endpoint) {
            throw new IllegalStateException("endpoint " + endpoint.address() + " is closed");
        }
        PeerIdentity self = endpoint.self();
        if (self.group().equals(peer.group()) && self.endpoint().equals(peer.endpoint())) {
            throw new IllegalArgumentException("a link from " + self.endpoint() + " to itself");
        }
        for (MemoryLink other : endpoint.links()) {
            if (sameButIncarnation(other.peer(), peer)) {
                throw new IllegalArgumentException("there is an open link to " + other.peer() + " already");
            }
        }
        MemoryLink link = new MemoryLink(this, endpoint, address, peer, listener, framesLost);
        endpoint.links().add(link);
        connect(link);
        return link;
    }

    private static boolean sameButIncarnation(PeerIdentity one, PeerIdentity other) {
        return one.group().equals(other.group())
                && one.endpoint().equals(other.endpoint())
                && one.generation() == other.generation();
    }

    /** Takes a link off the network; its peer's link stays and is told. */
    synchronized void forget(MemoryLink link) {
        link.endpoint().links().remove(link);
        MemoryConnection connection = link.connection();
        if (connection != null) {
            connection.breakOff("closed by " + link.endpoint().self().endpoint());
        }
    }

    /** Takes an endpoint off the network. The links that it had are for the caller to close. */
    synchronized List<MemoryLink> forget(MemoryEndpoint endpoint) {
        endpoints.remove(endpoint.address(), endpoint);
        return List.copyOf(endpoint.links());
    }

    /** True on a thread that calls listeners, where waiting for a callback could wait for itself. */
    synchronized boolean onDeliveryThread() {
        Thread current = Thread.currentThread();
        return everOpened.stream().anyMatch(endpoint -> endpoint.isRunBy(current));
    }

    void onFault(String what, Throwable thrown) {
        context.onError(what, thrown);
    }

    private static List<String> pair(String left, String right) {
        return left.compareTo(right) < 0 ? List.of(left, right) : List.of(right, left);
    }

    private String free(String address) {
        if (!address.endsWith(":0")) {
            return address;
        }
        String host = address.substring(0, address.length() - 1);
        while (endpoints.containsKey(host + nextPort)) {
            nextPort++;
        }
        return host + nextPort++;
    }

    private void connectAll() {
        for (MemoryEndpoint endpoint : endpoints.values()) {
            endpoint.links().forEach(this::connect);
        }
    }

    private void connect(MemoryLink link) {
        MemoryEndpoint near = link.endpoint();
        MemoryEndpoint far = endpoints.get(link.address());
        if (link.connection() != null || far == null || cuts.contains(pair(near.address(), far.address()))) {
            return;
        }
        List<MemoryLink> declared = far.links().stream()
                .filter(candidate ->
                        candidate.peer().endpoint().equals(near.self().endpoint()))
                .toList();
        Optional<MemoryLink> fitting = declared.stream()
                .filter(candidate -> candidate.peer().admits(near.self()))
                .findFirst();
        @Nullable String refusal = refusal(link, far, declared.isEmpty() || fitting.isPresent());
        if (refusal != null) {
            link.onRefused(refusal);
            declared.forEach(candidate -> candidate.onRefused(refusal));
        } else if (fitting.isPresent() && fitting.get().connection() == null) {
            MemoryConnection connection = new MemoryConnection(link, fitting.get(), settings.bufferBytes());
            link.onConnected(connection);
            fitting.get().onConnected(connection);
        }
    }

    private @Nullable String refusal(MemoryLink link, MemoryEndpoint far, boolean nearIsExpected) {
        MemoryEndpoint near = link.endpoint();
        if (!link.peer().admits(far.self())) {
            return "refused: at " + far.address() + " is " + far.self() + ", expected was " + link.peer();
        }
        if (!nearIsExpected) {
            return "refused: " + far.self().endpoint() + " expects another peer than " + near.self();
        }
        if (!Challenge.mutual(near, far, random)) {
            return "refused: " + near.self().endpoint() + " and " + far.self().endpoint() + " hold different secrets";
        }
        return null;
    }

    private void breakBetween(String left, String right, String reason) {
        MemoryEndpoint endpoint = endpoints.get(left);
        if (endpoint == null) {
            return;
        }
        for (MemoryLink link : endpoint.links()) {
            MemoryConnection connection = link.connection();
            if (connection != null
                    && connection.peerOf(link).endpoint().address().equals(right)) {
                connection.breakOff(reason);
            }
        }
    }
}
