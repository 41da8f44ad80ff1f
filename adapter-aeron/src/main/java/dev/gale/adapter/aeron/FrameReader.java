package dev.gale.adapter.aeron;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the messages of a connection together from the packets that they came in. It looks at a length before it makes room
 * for it, and keeps the room: the largest frame so far, or a small one.
 */
final class FrameReader {
    /** Whom the messages are for. */
    interface Sink {
        void onData(ByteBuffer frame);

        void onReceived(long frames);

        void onBye();
    }

    private static final int FIRST_ROOM = 2 << 10;

    private final int maxFrameBytes;
    private final Sink sink;
    private byte[] room = new byte[FIRST_ROOM];
    private ByteBuffer view = ByteBuffer.wrap(room).asReadOnlyBuffer();
    private int kind;
    private int length;
    private int filled;
    private boolean inside;

    FrameReader(int maxFrameBytes, Sink sink) {
        this.maxFrameBytes = maxFrameBytes;
        this.sink = sink;
    }

    /**
     * Takes the content of one packet.
     *
     * @return what is wrong with it, for people; null when nothing is
     */
    @Nullable
    String feed(DirectBuffer buffer, int offset, int size) {
        int from = offset;
        int left = size;
        if (!inside) {
            if (size < MessageHeader.BYTES) {
                return "a packet of " + size + " bytes that begins a message";
            }
            int header = buffer.getInt(offset, ByteOrder.BIG_ENDIAN);
            kind = MessageHeader.kind(header);
            length = MessageHeader.length(header);
            String problem = problem();
            if (problem != null) {
                return problem;
            }
            makeRoom();
            filled = 0;
            inside = true;
            from += MessageHeader.BYTES;
            left -= MessageHeader.BYTES;
        }
        if (left > length - filled) {
            return "a packet that is longer than its message, of kind " + kind + " and " + length + " bytes";
        }
        buffer.getBytes(from, room, filled, left);
        filled += left;
        if (filled == length) {
            inside = false;
            hand();
        }
        return null;
    }

    private @Nullable String problem() {
        boolean fits = switch (kind) {
            case MessageHeader.DATA -> length > 0 && length <= maxFrameBytes;
            case MessageHeader.RECEIVED -> length == Long.BYTES;
            case MessageHeader.BYE -> length == 0;
            // Said again for somebody who may not have heard it.
            case MessageHeader.HELLO, MessageHeader.PROOF -> length <= Introduction.MOST_BYTES;
            default -> false;
        };
        return fits ? null : "a message of kind " + kind + " and " + length + " bytes";
    }

    private void makeRoom() {
        if (length > room.length) {
            room = new byte[length];
            view = ByteBuffer.wrap(room).asReadOnlyBuffer();
        }
    }

    private void hand() {
        view.limit(length).position(0);
        switch (kind) {
            case MessageHeader.DATA -> sink.onData(view);
            case MessageHeader.RECEIVED -> sink.onReceived(view.getLong(0));
            case MessageHeader.BYE -> sink.onBye();
            default -> {
                // Of a handshake that is over.
            }
        }
    }
}
