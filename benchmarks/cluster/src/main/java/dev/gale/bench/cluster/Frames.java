package dev.gale.bench.cluster;

import java.nio.ByteBuffer;

/** What frames carry: a kind, and a number in the ninth to sixteenth byte. */
final class Frames {
    /** The receiver counts it. */
    static final byte COUNTED = 0;
    /** The receiver sends it back. */
    static final byte PING = 1;
    /** The receiver sends back how many it has counted since the last one, which are those sent before it: links keep order. */
    static final byte TOTAL = 2;

    private static final int NUMBER_AT = 8;
    private static final int LEAST_BYTES = 16;

    private Frames() {}

    static ByteBuffer of(int bytes, byte kind) {
        if (bytes < LEAST_BYTES) {
            throw new IllegalArgumentException("a frame here has " + LEAST_BYTES + " bytes at least, and not " + bytes);
        }
        ByteBuffer frame = ByteBuffer.allocate(bytes);
        frame.put(0, kind);
        return frame;
    }

    static byte kind(ByteBuffer frame) {
        return frame.get(frame.position());
    }

    static long number(ByteBuffer frame) {
        return frame.getLong(frame.position() + NUMBER_AT);
    }

    static void number(ByteBuffer frame, long number) {
        frame.putLong(frame.position() + NUMBER_AT, number);
    }
}
