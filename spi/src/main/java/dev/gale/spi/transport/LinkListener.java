package dev.gale.spi.transport;

import java.nio.ByteBuffer;

/**
 * Called on the transport's threads, never two at once for a link; must not block. The rules are on {@link Transport}.
 */
public interface LinkListener {
    /** A new connection with a proven peer; everything of an older connection is over. */
    void connected(PeerIdentity peer);

    /** A frame arrived: its bytes, from position to limit, are valid during the call only. */
    void frame(ByteBuffer frame);

    /** There is room again after {@link SendResult#BACK_PRESSURED}. */
    void writable();

    /**
     * The connection is over, or an attempt was refused.
     *
     * @param reason for people
     * @param framesLost frames answered SENT that are known not to have arrived, or an upper bound
     */
    void disconnected(String reason, long framesLost);
}
