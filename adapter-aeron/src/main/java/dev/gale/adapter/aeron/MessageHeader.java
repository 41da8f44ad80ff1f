package dev.gale.adapter.aeron;

/** The four bytes before each message: four bits of kind, 28 bits of length. */
final class MessageHeader {
    static final int BYTES = Integer.BYTES;

    static final int HELLO = 1;
    static final int PROOF = 2;
    static final int DATA = 3;
    static final int RECEIVED = 4;
    static final int BYE = 5;

    /** Most that a length can say. */
    static final int MOST = (1 << 28) - 1;

    private static final int KIND_SHIFT = 28;

    private MessageHeader() {}

    static int of(int kind, int length) {
        return kind << KIND_SHIFT | length;
    }

    static int kind(int header) {
        return header >>> KIND_SHIFT;
    }

    static int length(int header) {
        return header & MOST;
    }
}
