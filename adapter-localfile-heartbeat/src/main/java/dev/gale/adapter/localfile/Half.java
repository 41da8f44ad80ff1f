package dev.gale.adapter.localfile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One half of a file: a mark, a checksum, a length, and as many bytes in wire format. The checksum is over the length and
 * the bytes. What lies behind them is left over from a longer record and does not count.
 *
 * @param state what was found
 * @param stored the beat, if it is whole
 */
record Half(State state, Optional<StoredBeat> stored) {
    enum State {
        /** NUL bytes: nothing was written yet, or a crashed file system left them. */
        NUL,
        /** A beat, as it was written. */
        WHOLE,
        /** A record whose bytes are not those that were written. */
        BROKEN,
        /** Something else. */
        FOREIGN
    }

    static final int BYTES = 2048;
    static final int MAX_WIRE_BYTES = BYTES - Half.HEADER_BYTES;

    /** "GHB" and the version of this layout, as little-endian bytes in the file. */
    private static final int MARK = 'G' | 'H' << 8 | 'B' << 16 | 1 << 24;

    private static final int CHECKSUM_AT = 4;
    private static final int LENGTH_AT = 8;
    private static final int HEADER_BYTES = 12;

    /** The bytes to write for a beat. */
    static ByteBuffer encode(StoredBeat stored) {
        return frame(BeatWire.encode(stored));
    }

    /** Mark, checksum and length before bytes in wire format. */
    static ByteBuffer frame(byte[] wire) {
        if (wire.length > MAX_WIRE_BYTES) {
            throw new IllegalStateException("a beat of " + wire.length + " bytes does not fit into " + MAX_WIRE_BYTES);
        }
        ByteBuffer half = ByteBuffer.allocate(HEADER_BYTES + wire.length).order(ByteOrder.LITTLE_ENDIAN);
        half.putInt(MARK).putInt(0).putInt(wire.length).put(wire);
        return half.putInt(CHECKSUM_AT, checksum(half, wire.length)).flip();
    }

    /** Reads the half of {@code file} that begins at {@code from}. */
    static Half decode(byte[] file, int from) {
        ByteBuffer half = ByteBuffer.wrap(file, from, BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
        if (half.getInt(0) != MARK) {
            return of(isNul(half) ? State.NUL : State.FOREIGN);
        }
        int length = half.getInt(LENGTH_AT);
        if (length < 0 || length > MAX_WIRE_BYTES || half.getInt(CHECKSUM_AT) != checksum(half, length)) {
            return of(State.BROKEN);
        }
        byte[] wire = new byte[length];
        half.get(HEADER_BYTES, wire);
        // With a right checksum the bytes are as somebody wrote them. If they are no beat, it was not us.
        return BeatWire.decode(wire)
                .map(stored -> new Half(State.WHOLE, Optional.of(stored)))
                .orElse(of(State.FOREIGN));
    }

    private static Half of(State state) {
        return new Half(state, Optional.empty());
    }

    private static int checksum(ByteBuffer half, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(half.duplicate().limit(HEADER_BYTES + length).position(LENGTH_AT));
        return (int) checksum.getValue();
    }

    private static boolean isNul(ByteBuffer half) {
        for (int i = 0; i < BYTES; i++) {
            if (half.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
