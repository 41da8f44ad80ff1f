package dev.gale.adapter.memory;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One end of a pair. What happens to it is noted as an event; its endpoint's thread serves it: first the events, in
 * order, then the frames. The link asks for that thread on the edge only: when it was served and something came since.
 */
final class MemoryLink implements Link {
    /** Frames at a time, so that the links of an endpoint take turns. */
    private static final int FRAMES_A_TURN = 256;

    private final MemoryTransport transport;
    private final MemoryEndpoint endpoint;
    private final String address;
    private final PeerIdentity peer;
    private final LinkListener listener;
    private final Counter framesLost;
    private final CallbackGate gate = new CallbackGate();
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean waitsForItsTurn = new AtomicBoolean();

    // Written on the endpoint's thread alone: the connection that the listener knows of.
    private volatile @Nullable MemoryConnection live;

    // Guarded by the transport's lock: the connection that the network knows of.
    private @Nullable MemoryConnection connection;
    private String lastRefusal = "";

    MemoryLink(
            MemoryTransport transport,
            MemoryEndpoint endpoint,
            String address,
            PeerIdentity peer,
            LinkListener listener,
            Counter framesLost) {
        this.transport = transport;
        this.endpoint = endpoint;
        this.address = address;
        this.peer = peer;
        this.listener = listener;
        this.framesLost = framesLost;
    }

    MemoryEndpoint endpoint() {
        return endpoint;
    }

    String address() {
        return address;
    }

    PeerIdentity peer() {
        return peer;
    }

    @Nullable
    MemoryConnection connection() {
        return connection;
    }

    boolean isClosed() {
        return gate.isClosed();
    }

    @Override
    public SendResult offer(ByteBuffer frame) {
        int length = frame.remaining();
        if (length == 0 || length > transport.maxFrameBytes()) {
            throw new IllegalArgumentException("a frame to " + peer.endpoint() + " has " + length + " bytes; 1 to "
                    + transport.maxFrameBytes() + " are allowed");
        }
        if (gate.isClosed()) {
            return SendResult.CLOSED;
        }
        MemoryConnection current = live;
        if (current == null) {
            return SendResult.NOT_CONNECTED;
        }
        SendResult result = current.from(this).offer(frame);
        if (result == SendResult.SENT) {
            current.peerOf(this).wake();
        }
        return result;
    }

    @Override
    public void close() {
        gate.close(false);
        transport.forget(this);
        gate.close(!transport.onDeliveryThread());
    }

    /** Called with the transport's lock held. */
    void onConnected(MemoryConnection made) {
        connection = made;
        lastRefusal = "";
        PeerIdentity proven = made.peerOf(this).endpoint.self();
        note(() -> {
            live = made;
            listener.connected(proven);
        });
    }

    /** Called with the transport's lock held. */
    void onBroken(String reason, long lost) {
        connection = null;
        framesLost.add(lost);
        note(() -> {
            live = null;
            listener.disconnected(reason, lost);
        });
    }

    /** Called with the transport's lock held. Tells a refusal once, however often it is tried. */
    void onRefused(String reason) {
        if (!reason.equals(lastRefusal)) {
            lastRefusal = reason;
            note(() -> listener.disconnected(reason, 0));
        }
    }

    private void onRoom(MemoryConnection roomy) {
        note(() -> {
            if (live == roomy) {
                listener.writable();
            }
        });
    }

    private void note(Runnable event) {
        events.add(event);
        wake();
    }

    /** Asks for a turn, unless one is due already. */
    void wake() {
        if (!waitsForItsTurn.get() && waitsForItsTurn.compareAndSet(false, true)) {
            endpoint.serve(this);
        }
    }

    /** A turn, on the endpoint's thread. */
    void serve() {
        waitsForItsTurn.set(false);
        if (!gate.enter()) {
            return;
        }
        try {
            serveEvents();
            serveFrames();
        } finally {
            gate.leave();
        }
    }

    private void serveEvents() {
        Runnable event = events.poll();
        while (event != null && !gate.isClosed()) {
            call(event);
            event = events.poll();
        }
    }

    private void serveFrames() {
        MemoryConnection current = live;
        if (current == null) {
            return;
        }
        FrameQueue queue = current.to(this);
        for (int count = 0; count < FRAMES_A_TURN; count++) {
            if (gate.isClosed() || !events.isEmpty()) {
                break;
            }
            ByteBuffer frame = queue.poll();
            if (frame == null) {
                return;
            }
            deliver(frame);
            if (queue.release()) {
                current.peerOf(this).onRoom(current);
            }
        }
        wake();
    }

    private void deliver(ByteBuffer frame) {
        try {
            listener.frame(frame);
        } catch (RuntimeException | Error e) {
            transport.onFault("listener of the link to " + peer.endpoint(), e);
        }
    }

    private void call(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            transport.onFault("listener of the link to " + peer.endpoint(), e);
        }
    }
}
