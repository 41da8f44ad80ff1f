package dev.gale.adapter.netty;

import dev.gale.spi.transport.SendResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be written on one connection: frames from any threads, for one event loop.
 *
 * <p>Goals: one copy a frame and no allocation; many small frames in one write; a bound; no wake-up lost or doubled.
 *
 * <p>Frames are copied, each behind its header, into chunks that the loop writes as they are. What comes while the loop
 * is busy gathers in a chunk; a lone frame is taken at once.
 *
 * <p>Two promises are kept under the monitor. While anything waits, the loop has been asked to come, or waits itself for
 * the socket to be writable: whoever finds nothing to take says so, and the next frame asks again. And whoever refuses
 * sets a flag, while something waits; the loop resets it when it has taken enough, and owes the one wake-up.
 */
final class Outbox {
    private static final int CHUNK_BYTES = 64 * 1024;

    private final ByteBufAllocator allocator;
    private final int lowBytes;
    private final int highBytes;
    private final Runnable ask;

    private final ArrayDeque<ByteBuf> chunks = new ArrayDeque<>();
    private long waitingBytes;
    private long acceptedFrames;
    private boolean asked;
    private boolean refused;
    private boolean closed;

    /** @param ask asks the loop to come and take; called by those who offer, without the monitor */
    Outbox(ByteBufAllocator allocator, int lowBytes, int highBytes, Runnable ask) {
        this.allocator = allocator;
        this.lowBytes = lowBytes;
        this.highBytes = highBytes;
        this.ask = ask;
    }

    /** Copies the frame, or says why not. Its position and limit stay. */
    SendResult offer(ByteBuffer frame) {
        synchronized (this) {
            if (closed) {
                return SendResult.NOT_CONNECTED;
            }
            if (refused || !hasRoom(FrameHeader.BYTES + frame.remaining())) {
                refused = true;
                return SendResult.BACK_PRESSURED;
            }
            put(frame);
            acceptedFrames++;
            if (asked) {
                return SendResult.SENT;
            }
            asked = true;
        }
        ask.run();
        return SendResult.SENT;
    }

    /** For the loop: the next chunk, to be released by the caller; null when nothing waits. */
    synchronized @Nullable ByteBuf take() {
        ByteBuf chunk = chunks.poll();
        if (chunk == null) {
            asked = false;
        } else {
            waitingBytes -= chunk.readableBytes();
        }
        return chunk;
    }

    /** For the loop, when it has taken: true when those who were refused wait for a wake-up, which the caller now owes. */
    synchronized boolean endRefusals() {
        if (closed || !refused || waitingBytes > lowBytes) {
            return false;
        }
        refused = false;
        return true;
    }

    /** Takes no more and drops what waits. @return the frames that were ever taken */
    synchronized long close() {
        closed = true;
        chunks.forEach(ByteBuf::release);
        chunks.clear();
        waitingBytes = 0;
        return acceptedFrames;
    }

    /** A frame larger than the bound passes when little waits. */
    private boolean hasRoom(int bytes) {
        return waitingBytes + bytes <= highBytes || waitingBytes <= lowBytes;
    }

    private void put(ByteBuffer frame) {
        int length = frame.remaining();
        int bytes = FrameHeader.BYTES + length;
        ByteBuf chunk = chunks.peekLast();
        if (chunk == null || chunk.writableBytes() < bytes) {
            int capacity = bytes > CHUNK_BYTES / 2 ? bytes : CHUNK_BYTES;
            chunk = allocator.directBuffer(capacity, capacity);
            chunks.add(chunk);
        }
        chunk.writeInt(FrameHeader.of(FrameHeader.DATA, length));
        int index = chunk.writerIndex();
        // By absolute positions, so that the caller's do not move, not even for a moment.
        ByteBuffer target = chunk.internalNioBuffer(index, length);
        target.put(target.position(), frame, frame.position(), length);
        chunk.writerIndex(index + length);
        waitingBytes += bytes;
    }
}
