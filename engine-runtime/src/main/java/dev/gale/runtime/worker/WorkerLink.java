package dev.gale.runtime.worker;

import dev.gale.runtime.executor.Lane;
import dev.gale.runtime.executor.RoomWaiter;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link to one other worker. Executors {@link #trySend} what credit allows; the sender's thread moves it into the transport and
 * keeps what that refuses; the transport's thread calls the listener's methods.
 */
final class WorkerLink implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLink.class);

    private record LaneOfTask(int task, int lane) {}

    /** What this end has consumed on one connection, and what of it the peer is to be told. Nobody looks at an old one. */
    private static final class Incoming {
        final Map<LaneOfTask, Consumption> consumptions = new ConcurrentHashMap<>();
        final ConcurrentLinkedQueue<Consumption> owed = new ConcurrentLinkedQueue<>();
    }

    private final String name;
    private final long window;
    private final Lane<OutgoingFrame> transfer;
    private final Receiver receiver;
    private final Runnable wakeSender;
    private final Runnable peerPrepared;

    private final Map<LaneOfTask, Credit> credits = new ConcurrentHashMap<>();
    private volatile Incoming incoming = new Incoming();

    private volatile @Nullable Link link;
    private volatile boolean mayOffer = true;
    private volatile boolean sayPrepared;
    private volatile boolean isPeerPrepared;
    private volatile boolean ending;

    /** The sender's thread alone. */
    private final ArrayDeque<OutgoingFrame> pending = new ArrayDeque<>();

    /** Written by the sender's thread alone. */
    private volatile long sequence;

    /** A connection is new, and the sender's thread has not begun to count on it. */
    private volatile boolean isNew;

    /** Written by the transport's thread alone. */
    private volatile long expected = -1;

    /** Whether the connection's first frame was here. Of the transport's thread. */
    private boolean begun;

    private volatile long lost;

    /** Frames that nobody could send any more, since the peer is gone. */
    private final LongAdder dropped = new LongAdder();

    WorkerLink(
            String name,
            long window,
            Lane<OutgoingFrame> transfer,
            Receiver receiver,
            Runnable wakeSender,
            Runnable peerPrepared) {
        this.name = name;
        this.window = window;
        this.transfer = transfer;
        this.receiver = receiver;
        this.wakeSender = wakeSender;
        this.peerPrepared = peerPrepared;
    }

    void use(Link transportLink) {
        link = transportLink;
    }

    /** The credit for one task and lane of the peer. */
    Credit credit(int task, int lane) {
        return credits.computeIfAbsent(new LaneOfTask(task, lane), key -> new Credit(window));
    }

    /** Called by executors. @return false if there is no credit or no room now; the waiters are woken when there is */
    boolean trySend(byte[] frame, Credit credit, RoomWaiter forCredit, RoomWaiter forRoom) {
        int bytes = frame.length;
        if (!credit.tryCharge(bytes, forCredit)) {
            transfer.leave(forRoom);
            return false;
        }
        if (!transfer.offer(new OutgoingFrame(this, credit, frame), bytes, forRoom)) {
            credit.giveBack(bytes);
            return false;
        }
        return true;
    }

    /** Frames that were sent on the connection there is. */
    long sentFrames() {
        return sequence;
    }

    /** Frames of the connection there is that were put into inboxes. */
    long receivedFrames() {
        return Math.max(0, expected);
    }

    boolean isPeerPrepared() {
        return isPeerPrepared;
    }

    /** Frames that are known to be lost, or an upper bound. */
    long lost() {
        return lost + dropped.sum();
    }

    /** Says to the peer, now and on every new connection, that this worker's executors are prepared. */
    void sayPrepared() {
        sayPrepared = true;
        owesPrepared = true;
        wakeSender.run();
    }

    private volatile boolean owesPrepared;
    private volatile boolean closed;

    /** The sender's thread: a frame of an executor. */
    void send(OutgoingFrame frame) {
        if (closed) {
            dropped.increment();
        } else if (!pending.isEmpty() || !offer(frame)) {
            pending.add(frame);
        }
    }

    /** The sender's thread: what is owed and what waits. @return whether anything was sent */
    boolean advance() {
        boolean sent = false;
        if (!mayOffer) {
            return false;
        }
        beginIfNew();
        if (owesPrepared && sayPrepared) {
            owesPrepared = false;
            if (offer(FrameHeader.prepared())) {
                sent = true;
            } else {
                owesPrepared = true;
                return false;
            }
        }
        ConcurrentLinkedQueue<Consumption> owed = incoming.owed;
        Consumption consumption;
        while ((consumption = owed.peek()) != null) {
            if (!offer(consumption.frame())) {
                return sent;
            }
            owed.poll();
            sent = true;
        }
        OutgoingFrame frame;
        while ((frame = pending.peek()) != null) {
            if (!offer(frame)) {
                return sent;
            }
            pending.poll();
            sent = true;
        }
        return sent;
    }

    /** Whether the sender's thread has something that it may offer. */
    boolean hasWork() {
        return mayOffer && (isNew || !pending.isEmpty() || !incoming.owed.isEmpty() || owesPrepared && sayPrepared);
    }

    /** Whether nothing waits to be sent. */
    boolean isIdle() {
        return pending.isEmpty();
    }

    private boolean offer(OutgoingFrame frame) {
        boolean taken = offer(frame.bytes());
        if (taken) {
            frame.credit().onTaken(frame.bytes().length);
        }
        return taken;
    }

    private boolean offer(byte[] frame) {
        Link transportLink = link;
        if (!mayOffer || transportLink == null) {
            return false;
        }
        beginIfNew();
        FrameHeader.sequence(frame, sequence);
        // Before the offer: a wake-up that comes right after the refusal must not be undone.
        mayOffer = false;
        SendResult result = transportLink.offer(ByteBuffer.wrap(frame));
        if (result == SendResult.SENT) {
            mayOffer = true;
            sequence = sequence + 1;
            return true;
        }
        return false;
    }

    private void beginIfNew() {
        if (isNew) {
            isNew = false;
            sequence = 0;
            credits.values().forEach(Credit::restart);
        }
    }

    @Override
    public void connected(PeerIdentity peer) {
        LOG.debug("link={} peer={} connected", name, peer.endpoint());
        incoming = new Incoming();
        expected = -1;
        begun = false;
        isNew = true;
        owesPrepared = true;
        mayOffer = true;
        wakeSender.run();
    }

    @Override
    public void frame(ByteBuffer frame) {
        long number = FrameHeader.sequence(frame);
        if (expected >= 0 && number != expected && number != 0) {
            lost += Math.max(1, number - expected);
            LOG.warn("link={} frames {} to {} were lost", name, expected, number - 1);
        }
        begun |= number == 0;
        try {
            take(frame);
        } finally {
            expected = number + 1;
        }
    }

    private void take(ByteBuffer frame) {
        switch (FrameHeader.kind(frame)) {
            case FrameHeader.CREDIT -> {
                // A frame that the peer made before it knew of this connection counts positions of the one before.
                if (begun) {
                    credit(FrameHeader.target(frame), FrameHeader.lane(frame)).raise(FrameHeader.position(frame));
                }
            }
            case FrameHeader.PREPARED -> {
                isPeerPrepared = true;
                peerPrepared.run();
            }
            case FrameHeader.DATA -> receiver.onTuples(frame, this);
            case FrameHeader.ACK -> receiver.onAcks(frame, this);
            default -> receiver.onUnknown(frame);
        }
    }

    @Override
    public void writable() {
        mayOffer = true;
        wakeSender.run();
    }

    @Override
    public void disconnected(String reason, long framesLost) {
        if (framesLost > 0 && !ending) {
            LOG.warn("link={} disconnected: {}; frames lost: {}", name, reason, framesLost);
        } else {
            LOG.debug("link={} disconnected: {}; frames lost: {}", name, reason, framesLost);
        }
        lost += framesLost;
        isPeerPrepared = false;
    }

    /** How far one task and lane of this worker has consumed, on the connection there is. */
    Consumption consumption(int task, int lane) {
        Incoming current = incoming;
        return current.consumptions.computeIfAbsent(
                new LaneOfTask(task, lane),
                key -> new Consumption(key.task, key.lane, window, consumption -> {
                    current.owed.add(consumption);
                    wakeSender.run();
                }));
    }

    /** This worker ends, and its peers may be ending too: frames that are lost from now on are nothing to warn of. */
    void expectEnd() {
        ending = true;
    }

    /** What waits is lost. */
    void close() {
        closed = true;
        Link transportLink = link;
        if (transportLink != null) {
            transportLink.close();
        }
        credits.values().forEach(Credit::wake);
    }
}
