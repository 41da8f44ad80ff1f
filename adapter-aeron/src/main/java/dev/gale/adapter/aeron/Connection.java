package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Two streams whose ends have proven themselves. On the endpoint's thread, but offers into the outlet. */
final class Connection implements FrameReader.Sink {
    private static final int FRAMES_UNSAID = 1_024;
    private static final int BYTES_UNSAID = 1 << 20;

    private final AeronLink link;
    private final PeerIdentity peer;
    private final Outlet outlet;
    private final Inbound inbound;
    private final FrameReader reader;
    private final long receiptNanos;
    private final long begunNanos;

    private @Nullable String ending;
    private boolean broken;

    /** Frames given to the listener, and what of it the peer has not been told. */
    private long received;

    private int unsaidFrames;
    private int unsaidBytes;
    private long saidNanos;

    /** Frames of ours that the peer's listener is known to have got. */
    private long confirmed;

    Connection(
            AeronLink link, PeerIdentity peer, Outlet outlet, Inbound inbound, AeronSettings settings, long nowNanos) {
        this.link = link;
        this.peer = peer;
        this.outlet = outlet;
        this.inbound = inbound;
        this.reader = new FrameReader(settings.maxFrameBytes(), this);
        this.receiptNanos = settings.times().receipt().toNanos();
        this.begunNanos = nowNanos;
        this.saidNanos = nowNanos;
    }

    PeerIdentity peer() {
        return peer;
    }

    Outlet outlet() {
        return outlet;
    }

    Inbound inbound() {
        return inbound;
    }

    long begunNanos() {
        return begunNanos;
    }

    boolean isBroken() {
        return broken;
    }

    void onPacket(DirectBuffer buffer, int offset, int length) {
        if (ending == null) {
            String problem = reader.feed(buffer, offset, length);
            if (problem != null) {
                broken = true;
                ending = "broken frames from " + peer.endpoint() + ": " + problem;
            }
        }
    }

    @Override
    public void onData(ByteBuffer frame) {
        int bytes = frame.remaining();
        if (link.deliver(frame)) {
            received++;
            unsaidFrames++;
            unsaidBytes += bytes;
        }
    }

    @Override
    public void onReceived(long frames) {
        confirmed = Math.max(confirmed, frames);
    }

    @Override
    public void onBye() {
        ending = peer.endpoint() + " ended the connection";
    }

    /** Why it is over, for people; null as long as it is not. */
    @Nullable
    String ending() {
        if (ending == null && (outlet.isBroken() || !outlet.isConnected())) {
            ending = peer.endpoint() + " does not take anything any more";
        }
        if (ending == null && inbound.hasEnded()) {
            ending = "nothing comes from " + peer.endpoint() + " any more";
        }
        return ending;
    }

    /** Tells the peer how much has arrived, when it is time to. @return whether those who were refused are to be woken */
    boolean work(long nowNanos) {
        boolean much = unsaidFrames >= FRAMES_UNSAID || unsaidBytes >= BYTES_UNSAID;
        if (much || unsaidFrames > 0 && nowNanos - saidNanos >= receiptNanos) {
            sayReceived(nowNanos);
        }
        return outlet.drain();
    }

    private void sayReceived(long nowNanos) {
        byte[] count = ByteBuffer.allocate(Long.BYTES).putLong(received).array();
        if (outlet.say(MessageHeader.RECEIVED, count)) {
            unsaidFrames = 0;
            unsaidBytes = 0;
            saidNanos = nowNanos;
        }
    }

    /** Ends both streams. */
    void close(long nowNanos) {
        try {
            if (unsaidFrames > 0) {
                sayReceived(nowNanos);
            }
            outlet.say(MessageHeader.BYE, new byte[0]);
        } finally {
            inbound.end();
            outlet.close();
        }
    }

    /** Frames that were answered SENT and are not known to have arrived. */
    long lost() {
        return Math.max(0, outlet.sent() - confirmed);
    }
}
