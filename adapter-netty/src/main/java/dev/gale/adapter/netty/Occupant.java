package dev.gale.adapter.netty;

/** A proven connection, as {@link Occupancy} sees it. Both calls only ask: they return at once and call nobody back. */
interface Occupant {
    /** It is the link's now. */
    void begin();

    /** It is to end; {@link Occupancy#ended} follows, whether it began or not. */
    void end(String reason);
}
