package dev.gale.adapter.netty;

import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a pair, over all its connections. It hands offers to the connection that has begun, and what that or a
 * refusal has to say to the listener; {@link Occupancy} sees to it that these are one at a time.
 */
final class NettyLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(NettyLink.class);

    private final NettyEndpoint endpoint;
    private final Address address;
    private final PeerIdentity peer;
    private final LinkListener listener;
    private final Occupancy occupancy;
    private final Dialler dialler;
    private final LongSupplier clock;
    private final long lastingNanos;
    private final CallbackGate gate = new CallbackGate();

    /** What offers go to: set before the listener hears of it. */
    private volatile @Nullable Connection live;

    /** For whoever calls the listener: what was told last, and is not told again; since when there is a connection. */
    private volatile String lastRefusal = "";

    private volatile long begunNanos;

    NettyLink(NettyEndpoint endpoint, Address address, PeerIdentity peer, LinkListener listener, TransportKit kit) {
        this.endpoint = endpoint;
        this.address = address;
        this.peer = peer;
        this.listener = listener;
        TimeSettings times = kit.settings().times();
        boolean dialsFirst = endpoint.self().endpoint().compareTo(peer.endpoint()) < 0;
        this.clock = kit.context().nanoClock();
        this.lastingNanos = times.backoffMax().toNanos();
        this.occupancy = new Occupancy(dialsFirst, times.handshake().toNanos(), clock);
        this.dialler = new Dialler(endpoint, this, occupancy, dialsFirst, times, kit.context());
    }

    void start() {
        dialler.start();
    }

    Address address() {
        return address;
    }

    PeerIdentity peer() {
        return peer;
    }

    CallbackGate gate() {
        return gate;
    }

    Occupancy occupancy() {
        return occupancy;
    }

    /** Whether {@code proven} is another process than the one that this link is connected with. */
    boolean isNewLife(PeerIdentity proven) {
        Connection connection = live;
        return connection != null && !connection.peer().equals(proven);
    }

    @Override
    public SendResult offer(ByteBuffer frame) {
        int length = frame.remaining();
        if (length == 0 || length > endpoint.maxFrameBytes()) {
            throw new IllegalArgumentException("a frame to " + peer.endpoint() + " has " + length + " bytes; 1 to "
                    + endpoint.maxFrameBytes() + " are allowed");
        }
        if (gate.isClosed()) {
            return SendResult.CLOSED;
        }
        Connection connection = live;
        SendResult result = connection == null ? SendResult.NOT_CONNECTED : connection.offer(frame);
        return result != SendResult.SENT && gate.isClosed() ? SendResult.CLOSED : result;
    }

    @Override
    public void close() {
        gate.close();
        endpoint.forget(this);
        occupancy.close("the link was closed by " + endpoint.self().endpoint());
        if (!endpoint.onTransportThread()) {
            gate.awaitEmpty();
        }
    }

    /** The connection's loop: it is the link's now. */
    void onBegun(Connection begun) {
        begunNanos = clock.getAsLong();
        live = begun;
        lastRefusal = "";
        LOG.debug("{}: connected, peer={}", this, begun.peer());
        call(() -> listener.connected(begun.peer()));
    }

    /** The connection's loop. */
    void onWritable() {
        call(listener::writable);
    }

    /** The connection's loop, with the gate entered. */
    void deliver(ByteBuffer frame) {
        try {
            listener.frame(frame);
        } catch (RuntimeException | Error e) {
            onThrown(e);
        }
    }

    /** The connection's loop: it is over. What is to be told is told before another one begins. */
    void onOver(Connection over, boolean begun, String reason, long framesLost) {
        boolean lasted = begun && clock.getAsLong() - begunNanos >= lastingNanos;
        if (begun) {
            live = null;
            endpoint.tally().lost(framesLost);
            LOG.debug("{}: disconnected, frames lost: {}: {}", this, framesLost, reason);
            call(() -> listener.disconnected(reason, framesLost));
        }
        if (occupancy.ended(over)) {
            dialler.onLost(lasted);
        }
    }

    /** Any loop: an attempt was refused. Told once, and not while there is a connection, which it says nothing about. */
    void onRefused(String reason) {
        if (!occupancy.tryTell()) {
            return;
        }
        try {
            if (!reason.equals(lastRefusal)) {
                lastRefusal = reason;
                call(() -> listener.disconnected(reason, 0));
            }
        } finally {
            occupancy.told();
        }
    }

    private void call(Runnable callback) {
        if (!gate.enter()) {
            return;
        }
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            onThrown(e);
        } finally {
            gate.leave();
        }
    }

    private void onThrown(Throwable thrown) {
        endpoint.onFault("listener of the link to " + peer.endpoint(), thrown);
    }

    @Override
    public String toString() {
        return "link " + endpoint.self().endpoint() + " - " + peer.endpoint() + " at " + address;
    }
}
