package dev.gale.runtime.codec;

import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether values changed since they were emitted, by a hash of their encoded form. Hash maps and sets count by content;
 * linked and sorted ones also by order. Refuses what the codec refuses. Belongs to the codec's thread.
 */
public final class Fingerprint {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int INITIAL_BYTES = 512;
    private static final int KEPT_BYTES = 64 << 10;
    /** What the codec may write past its limit before it looks. */
    private static final int SLACK_BYTES = 64;

    private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    private final ValueCodec codec;
    private final int maxBytes;
    private final Output buffer;

    public Fingerprint(ValueCodec codec) {
        this.codec = codec;
        this.maxBytes = (int) Math.min(MAX_ARRAY_BYTES, codec.maxTupleBytes() + (long) SLACK_BYTES);
        this.buffer = new Output(Math.min(INITIAL_BYTES, maxBytes), maxBytes);
    }

    /**
     * @throws CodecException as {@link ValueCodec#write} does
     */
    public long of(@Nullable Object[] values) {
        buffer.reset();
        try {
            codec.writeFingerprint(buffer, values);
            return hash(buffer.getBuffer(), 0, buffer.position());
        } finally {
            if (buffer.getBuffer().length > KEPT_BYTES) {
                buffer.setBuffer(new byte[INITIAL_BYTES], maxBytes);
            }
        }
    }

    /** Eight bytes at a time, and the finalizer of MurmurHash3. Good against accidents, not against intent. */
    static long hash(byte[] bytes, int from, int to) {
        long hash = (to - from) * 0x9E3779B97F4A7C15L;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = step(hash, (long) LONGS.get(bytes, at));
        }
        long tail = 0;
        for (; at < to; at++) {
            tail = tail << 8 | bytes[at] & 0xFF;
        }
        return mix(step(hash, tail));
    }

    private static long step(long hash, long word) {
        return Long.rotateLeft(hash ^ mix(word + 0x9E3779B97F4A7C15L), 27) * 0x9FB21C651E98DF25L;
    }

    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }
}
