package dev.gale.runtime.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first bytes of every frame, big-endian; routing and credit read nothing else.
 * <pre>
 *  0 kind (1)      1 lane or ack kind (1)   2 stream (2)        4 target task (4)   8 source task (4)
 * 12 count (4)    16 length of the body (4) 20 sequence on the connection (8)
 * </pre>
 */
final class FrameHeader {
    static final int BYTES = 28;

    /** Tuples of one stream of one task for one task. */
    static final byte DATA = 1;
    /** Ack messages for the executor of one task. */
    static final byte ACK = 2;
    /** How far a task and lane of the receiver's peer may be sent to: the body is a position in bytes. */
    static final byte CREDIT = 3;
    /** The sender's executors are prepared. */
    static final byte PREPARED = 4;
    /** Kept for markers of snapshots. */
    static final byte MARKER = 5;

    static final byte LANE_CONTROL = 0;
    static final byte LANE_CYCLE = 1;
    static final byte LANE_OUTSIDE = 2;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private FrameHeader() {}

    static void write(byte[] frame, byte kind, int lane, int stream, int target, int source, int count, int length) {
        frame[0] = kind;
        frame[1] = (byte) lane;
        SHORT.set(frame, 2, (short) stream);
        INT.set(frame, 4, target);
        INT.set(frame, 8, source);
        INT.set(frame, 12, count);
        INT.set(frame, 16, length);
    }

    static void sequence(byte[] frame, long sequence) {
        LONG.set(frame, 20, sequence);
    }

    static byte kind(ByteBuffer frame) {
        return frame.get(frame.position());
    }

    static int lane(ByteBuffer frame) {
        return frame.get(frame.position() + 1);
    }

    static int stream(byte[] frame) {
        return (short) SHORT.get(frame, 2) & 0xFFFF;
    }

    static int target(ByteBuffer frame) {
        return frame.getInt(frame.position() + 4);
    }

    static int target(byte[] frame) {
        return (int) INT.get(frame, 4);
    }

    static int source(byte[] frame) {
        return (int) INT.get(frame, 8);
    }

    static int count(ByteBuffer frame) {
        return frame.getInt(frame.position() + 12);
    }

    static int count(byte[] frame) {
        return (int) INT.get(frame, 12);
    }

    static long sequence(ByteBuffer frame) {
        return frame.getLong(frame.position() + 20);
    }

    /** The position in the body of a {@link #CREDIT} frame. */
    static long position(ByteBuffer frame) {
        return frame.getLong(frame.position() + BYTES);
    }

    static byte[] credit(int target, int lane, long position) {
        byte[] frame = new byte[BYTES + Long.BYTES];
        write(frame, CREDIT, lane, 0, target, 0, 1, Long.BYTES);
        LONG.set(frame, BYTES, position);
        return frame;
    }

    static byte[] prepared() {
        byte[] frame = new byte[BYTES];
        write(frame, PREPARED, 0, 0, 0, 0, 0, 0);
        return frame;
    }
}
