package dev.gale.adapter.memory;

import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: frames from any threads to one, copied once.
 *
 * <p>Goals: no allocation in the steady state; a bound in bytes; an exact count of what a break loses.
 *
 * <p>Frames lie in a ring of bytes, each behind its length and contiguous, so that the consumer reads them in place. A
 * ring that is too small is followed by a larger one, and the consumer goes on to it when it has emptied the first. The
 * bound is on the bytes of frames, not on the ring: a frame is taken while they stay within the limit, or while they
 * are below half of it, however large the frame is.
 *
 * <p>A refusal sets a flag; whoever resets it owes the wake-up: the consumer once the queue is half empty, or the
 * refusing producer itself when the consumer was faster. A consumer claims each frame before it reads it, and closing
 * takes the claims away: what was not claimed by then is lost.
 */
final class FrameQueue {
    private static final int FIRST_RING_BYTES = 16 * 1024;
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final int PADDING = -1;
    private static final long CLOSED = Long.MIN_VALUE;

    private final int limitBytes;
    private final int largestRing;
    private final AtomicBoolean refused = new AtomicBoolean();
    private final AtomicLong claimed = new AtomicLong();

    // Producers: written with the monitor held.
    private Ring writeRing = new Ring(FIRST_RING_BYTES);
    private volatile long writtenBytes;
    private long writtenFrames;
    private boolean closed;

    // Consumer: written by its thread alone.
    private Ring readRing = writeRing;
    private volatile long readBytes;
    private int heldBytes;

    FrameQueue(int limitBytes) {
        this.limitBytes = limitBytes;
        this.largestRing = Math.max(FIRST_RING_BYTES, powerOfTwo(2L * limitBytes));
    }

    /** Copies the frame, or says why not. Its position and limit stay. */
    synchronized SendResult offer(ByteBuffer frame) {
        if (closed) {
            return SendResult.NOT_CONNECTED;
        }
        int space = space(frame.remaining());
        if (refused.get()) {
            return SendResult.BACK_PRESSURED;
        }
        if (!hasRoom(space)) {
            refused.set(true);
            if (!halfEmpty() || !refused.compareAndSet(true, false)) {
                return SendResult.BACK_PRESSURED;
            }
        }
        if (writeRing.oversized(largestRing) || !writeRing.put(frame, space)) {
            grow(space);
            writeRing.put(frame, space);
        }
        writtenFrames++;
        writtenBytes += space;
        return SendResult.SENT;
    }

    /**
     * For the consumer: the next frame, valid until {@link #release}; null when there is none or the queue was closed.
     */
    @Nullable
    ByteBuffer poll() {
        ByteBuffer frame = readRing.peek();
        while (frame == null) {
            Ring next = readRing.next;
            if (next == null) {
                return null;
            }
            frame = readRing.peek();
            if (frame == null) {
                readRing = next;
                frame = readRing.peek();
            }
        }
        long before = claimed.get();
        if (before < 0 || !claimed.compareAndSet(before, before + 1)) {
            return null;
        }
        heldBytes = space(frame.remaining());
        return frame;
    }

    /**
     * For the consumer: ends its use of the frame.
     *
     * @return true when the producers wait for a wake-up, which the caller now owes them
     */
    boolean release() {
        readRing.advance(heldBytes);
        readBytes += heldBytes;
        return refused.get() && halfEmpty() && refused.compareAndSet(true, false);
    }

    /** Takes no more frames and gives none out; the number of frames that were taken and not given out. */
    synchronized long close() {
        if (closed) {
            return 0;
        }
        closed = true;
        return writtenFrames - claimed.getAndUpdate(count -> count | CLOSED);
    }

    private boolean hasRoom(int space) {
        return writtenBytes - readBytes + space <= limitBytes || halfEmpty();
    }

    private boolean halfEmpty() {
        return writtenBytes - readBytes <= limitBytes / 2;
    }

    private void grow(int space) {
        long doubled = Math.min(largestRing, 2L * writeRing.capacity());
        Ring larger = new Ring(Math.max(powerOfTwo(space), (int) doubled));
        writeRing.next = larger;
        writeRing = larger;
    }

    private static int space(int length) {
        return (LENGTH_BYTES + length + 3) & ~3;
    }

    private static int powerOfTwo(long atLeast) {
        return (int) Math.max(1, Long.highestOneBit(2 * atLeast - 1));
    }

    /** A ring of bytes for one producer at a time and one consumer. Positions only rise. */
    private static final class Ring {
        /** Used with absolute positions only, so by both ends. */
        private final ByteBuffer content;

        private final ByteBuffer frameView;
        private final int mask;
        private volatile long written;
        private volatile long read;
        volatile @Nullable Ring next;

        Ring(int capacity) {
            byte[] bytes = new byte[capacity];
            this.content = ByteBuffer.wrap(bytes);
            this.frameView = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
            this.mask = capacity - 1;
        }

        int capacity() {
            return mask + 1;
        }

        /** True when the ring was made for a frame larger than usual, which has gone. */
        boolean oversized(int usual) {
            return capacity() > usual && written == read;
        }

        boolean put(ByteBuffer frame, int space) {
            long position = written;
            int free = capacity() - (int) (position - read);
            int offset = (int) position & mask;
            int toEnd = capacity() - offset;
            if (space > toEnd) {
                if (toEnd + space > free) {
                    return false;
                }
                content.putInt(offset, PADDING);
                position += toEnd;
                offset = 0;
            } else if (space > free) {
                return false;
            }
            int length = frame.remaining();
            content.putInt(offset, length);
            content.put(offset + LENGTH_BYTES, frame, frame.position(), length);
            written = position + space;
            return true;
        }

        @Nullable
        ByteBuffer peek() {
            long position = read;
            if (position == written) {
                return null;
            }
            int offset = (int) position & mask;
            int length = content.getInt(offset);
            if (length == PADDING) {
                read = position + capacity() - offset;
                offset = 0;
                length = content.getInt(0);
            }
            int begin = offset + LENGTH_BYTES;
            return frameView.order(ByteOrder.BIG_ENDIAN).limit(begin + length).position(begin);
        }

        void advance(int space) {
            read = read + space;
        }
    }
}
