package dev.gale.spi.transport;

/** What became of an offered frame. Only after {@link #SENT} may it arrive. */
public enum SendResult {
    /** Copied or written; the buffer is the caller's again. The frame arrives unless the connection breaks. */
    SENT,
    /** The buffers of this link are full. {@link LinkListener#writable} follows, or a new connection. */
    BACK_PRESSURED,
    /** There is no connection just now. {@link LinkListener#connected} follows once there is. */
    NOT_CONNECTED,
    /** The link, its endpoint or its transport is closed; nothing follows. */
    CLOSED
}
