package dev.gale.adapter.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what arrives into frames. A frame that lies whole in what was read is shown in place; of one that does not, the
 * beginning is kept until the rest has come. Room is made for a frame when its length is known and allowed, not before.
 */
final class FrameReader {
    /** Takes the frames. Neither may keep what it is shown. */
    interface Sink {
        /** @return false to be shown nothing more */
        boolean onData(ByteBuffer frame);

        void onReceived(long frames);
    }

    private final ByteBufAllocator allocator;
    private final int mostBytes;
    private final Sink sink;

    /** The beginning of a frame, header included, and how many bytes it needs before it is looked at again. */
    private @Nullable ByteBuf partial;

    private int neededBytes;
    private boolean stopped;

    FrameReader(ByteBufAllocator allocator, int mostBytes, Sink sink) {
        this.allocator = allocator;
        this.mostBytes = mostBytes;
        this.sink = sink;
    }

    /**
     * Reads all of {@code in}, which stays the caller's.
     *
     * @return what is wrong with the stream; null when nothing is
     */
    @Nullable
    String feed(ByteBuf in) {
        while (in.isReadable() && !stopped) {
            String problem = partial == null ? whole(in) : complete(partial, in);
            if (problem != null) {
                stopped = true;
                return problem;
            }
        }
        return null;
    }

    /** Bytes of a frame that is not complete. */
    int keptBytes() {
        return partial == null ? 0 : partial.readableBytes();
    }

    void close() {
        stopped = true;
        forgetPartial();
    }

    private @Nullable String whole(ByteBuf in) {
        ByteBuffer view = in.nioBuffer().asReadOnlyBuffer();
        int base = in.readerIndex();
        int end = in.readableBytes();
        int at = 0;
        while (end - at >= FrameHeader.BYTES && !stopped) {
            int header = in.getInt(base + at);
            String problem = problem(header);
            if (problem != null) {
                return problem;
            }
            int after = at + FrameHeader.BYTES + FrameHeader.length(header);
            if (after > end) {
                break;
            }
            show(header, view, at + FrameHeader.BYTES, after);
            at = after;
        }
        in.skipBytes(at);
        if (in.isReadable() && !stopped) {
            keep(in);
        }
        return null;
    }

    /** Keeps what is left of {@code in}: a part of a header, or of a frame whose header is known and allowed. */
    private void keep(ByteBuf in) {
        neededBytes = FrameHeader.BYTES;
        if (in.readableBytes() >= FrameHeader.BYTES) {
            neededBytes += FrameHeader.length(in.getInt(in.readerIndex()));
        }
        partial = allocator.directBuffer(neededBytes, FrameHeader.BYTES + mostBytes + FrameHeader.RECEIVED_BYTES);
        partial.writeBytes(in);
    }

    private @Nullable String complete(ByteBuf begun, ByteBuf in) {
        begun.writeBytes(in, Math.min(neededBytes - begun.readableBytes(), in.readableBytes()));
        if (begun.readableBytes() < neededBytes) {
            return null;
        }
        int header = begun.getInt(0);
        if (neededBytes == FrameHeader.BYTES) {
            String problem = problem(header);
            if (problem == null) {
                neededBytes += FrameHeader.length(header);
                begun.capacity(neededBytes);
            }
            return problem;
        }
        try {
            show(header, begun.nioBuffer().asReadOnlyBuffer(), FrameHeader.BYTES, neededBytes);
        } finally {
            forgetPartial();
        }
        return null;
    }

    private @Nullable String problem(int header) {
        int length = FrameHeader.length(header);
        return switch (FrameHeader.kind(header)) {
            case FrameHeader.DATA ->
                length >= 1 && length <= mostBytes
                        ? null
                        : "a frame of " + length + " bytes; 1 to " + mostBytes + " are allowed";
            case FrameHeader.RECEIVED ->
                length == FrameHeader.RECEIVED_BYTES ? null : "a count of " + length + " bytes";
            default -> "a frame of an unknown kind, header " + Integer.toHexString(header);
        };
    }

    private void show(int header, ByteBuffer view, int from, int to) {
        // The sink may have moved what it was shown before.
        view.order(ByteOrder.BIG_ENDIAN).clear().limit(to).position(from);
        if (FrameHeader.kind(header) == FrameHeader.RECEIVED) {
            sink.onReceived(view.getLong());
        } else if (!sink.onData(view)) {
            stopped = true;
        }
    }

    private void forgetPartial() {
        if (partial != null) {
            partial.release();
            partial = null;
        }
    }
}
