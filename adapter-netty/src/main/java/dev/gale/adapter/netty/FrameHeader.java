package dev.gale.adapter.netty;

/** The four bytes before a frame: its kind in the upper four bits, the length of what follows in the others. */
final class FrameHeader {
    static final int BYTES = Integer.BYTES;

    /** A frame of the user's. */
    static final int DATA = 0;

    /** How many frames were given to the listener since the connection began. */
    static final int RECEIVED = 1;

    static final int RECEIVED_BYTES = Long.BYTES;

    private static final int LENGTH_BITS = 28;

    /** What the length can say; the limit is below. */
    static final int MOST_BYTES = (1 << LENGTH_BITS) - 1;

    private FrameHeader() {}

    static int of(int kind, int length) {
        return kind << LENGTH_BITS | length;
    }

    static int kind(int header) {
        return header >>> LENGTH_BITS;
    }

    static int length(int header) {
        return header & MOST_BYTES;
    }
}
