package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import io.aeron.Image;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream that reaches an endpoint: at first from anybody, and no more than single packets of a handshake are looked at;
 * then one that has been introduced, and at last half of a connection. On the endpoint's thread.
 */
final class Inbound implements FragmentHandler {
    /** Who judges what a stream says before it is part of a connection. */
    interface Judge {
        void onHello(Inbound inbound, byte[] content);

        void onProof(Inbound inbound, byte[] content);

        void onUnfit(Inbound inbound, Refusal refusal, String reason);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Inbound.class);
    private static final int PACKETS_AT_ONCE = 64;

    private final Image image;
    private final Judge judge;
    private final long sinceNanos;

    private @Nullable Introduction introduction;
    private @Nullable Connection connection;
    private @Nullable Attempt convinced;
    private boolean over;

    Inbound(Image image, Judge judge, long nowNanos) {
        this.image = image;
        this.judge = judge;
        this.sinceNanos = nowNanos;
    }

    /** @return how much there was */
    int poll() {
        return over ? 0 : image.poll(this, PACKETS_AT_ONCE);
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        if (over) {
            return;
        }
        if (connection != null) {
            connection.onPacket(buffer, offset, length);
        } else {
            onEarlyPacket(buffer, offset, length, header);
        }
    }

    private void onEarlyPacket(DirectBuffer buffer, int offset, int length, Header packet) {
        int header = length < MessageHeader.BYTES ? 0 : buffer.getInt(offset, ByteOrder.BIG_ENDIAN);
        int kind = MessageHeader.kind(header);
        boolean whole = (packet.flags() & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED
                && MessageHeader.length(header) == length - MessageHeader.BYTES
                && length <= MessageHeader.BYTES + Introduction.MOST_BYTES;
        if (whole && (kind == MessageHeader.HELLO || kind == MessageHeader.PROOF)) {
            byte[] content = new byte[length - MessageHeader.BYTES];
            buffer.getBytes(offset + MessageHeader.BYTES, content);
            if (kind == MessageHeader.HELLO) {
                judge.onHello(this, content);
            } else {
                judge.onProof(this, content);
            }
        } else if (introduction != null || image.joinPosition() != 0) {
            judge.onUnfit(this, Refusal.STALE, "there was no handshake with this end");
        } else {
            judge.onUnfit(this, Refusal.GARBAGE, "a packet of " + length + " bytes");
        }
    }

    /** Whether the other end has ended it, or the media driver has given it up, with nothing left to read. */
    boolean hasEnded() {
        return over || image.isClosed() || image.isEndOfStream();
    }

    /** Reads no more of it. Its sender is held up by what waits here then, until it ends it. */
    void end() {
        over = true;
    }

    /** The same, and tells the sender's media driver, for which it then is as if nobody listened. */
    void reject(String reason) {
        if (!over && !image.isClosed()) {
            try {
                image.reject(reason);
            } catch (AeronException e) {
                LOG.debug("cannot reject the stream from {}", source(), e);
            }
        }
        over = true;
    }

    boolean isOver() {
        return over;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Where its packets come from, as the media driver says. */
    String source() {
        return image.sourceIdentity();
    }

    @Nullable
    Introduction introduction() {
        return introduction;
    }

    void introduced(Introduction heard) {
        introduction = heard;
    }

    boolean isFrom(PeerIdentity peer) {
        return introduction != null && introduction.identity().equals(peer);
    }

    /** The attempt of ours that its sender has proven to have heard. */
    boolean isConvincing(Attempt attempt) {
        return convinced == attempt;
    }

    void convince(Attempt attempt) {
        convinced = attempt;
    }

    boolean isConnected() {
        return connection != null;
    }

    void connect(Connection made) {
        connection = made;
    }
}
