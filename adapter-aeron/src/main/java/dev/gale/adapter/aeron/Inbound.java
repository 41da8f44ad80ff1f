package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import io.aeron.Image;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
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

    /** How often a little of what is not wanted is thrown away. */
    private static final long DISCARD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Image image;
    private final Judge judge;
    private final long sinceNanos;

    private @Nullable Introduction introduction;
    private @Nullable Connection connection;
    private @Nullable Attempt convinced;
    private boolean over;
    private boolean rejected;
    private long nextDiscardNanos;

    Inbound(Image image, Judge judge, long nowNanos) {
        this.image = image;
        this.judge = judge;
        this.sinceNanos = nowNanos;
        this.nextDiscardNanos = nowNanos;
    }

    /** @return how much there was, of any use */
    int poll(long nowNanos) {
        if (!over) {
            return image.poll(this, PACKETS_AT_ONCE);
        }
        if (nowNanos - nextDiscardNanos >= 0 && !image.isClosed()) {
            nextDiscardNanos = nowNanos + DISCARD_NANOS;
            image.poll(this, PACKETS_AT_ONCE);
        }
        return 0;
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

    /** Whether nothing is read from it any more: the other end has ended it, or the media driver has given it up, or we have. */
    boolean hasEnded() {
        return over || isGone();
    }

    /** Whether the media driver needs no more of us to let its memory go. */
    boolean isGone() {
        return image.isClosed() || image.isEndOfStream();
    }

    /**
     * What it says does not matter any more. It is still to be polled until it is gone: a media driver keeps the memory of a stream with
     * something left to read, also when its sender is no more. That is slow, so that who sends on is held up.
     */
    void end() {
        over = true;
    }

    /** The same, and tells the sender's media driver, for which it then is as if nobody listened. */
    void reject(String reason) {
        if (!rejected && !image.isClosed()) {
            try {
                image.reject(reason);
            } catch (AeronException e) {
                LOG.debug("cannot reject the stream from {}", source(), e);
            }
        }
        rejected = true;
        over = true;
    }

    /** Its media driver takes nothing of it any more, and lets it go after a while. */
    boolean isRejected() {
        return rejected;
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
