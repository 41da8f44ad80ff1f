package dev.gale.adapter.aeron;

import dev.gale.spi.transport.SendResult;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a stream that messages go into. Thread-safe: offers come from any thread, the rest from the endpoint's.
 *
 * <p>A message longer than Aeron takes at once goes in by parts. When there is no room for all of them, the rest of that one
 * message waits here, and nothing else is taken until it is gone.
 */
final class Outlet {
    private static final byte[] NOTHING = {};

    /** Aeron asks for another try when it has just turned to another part of its buffer. */
    private static final int MOST_TRIES = 4;

    private static final int MOST_WAKE_BYTES = 16 << 10;
    private static final int WAKE_PARTS = 8;

    private final ExclusivePublication stream;
    private final int mostAtOnce;
    private final int wakeBytes;

    // Guarded by this.
    private final UnsafeBuffer head = new UnsafeBuffer(new byte[MessageHeader.BYTES]);
    private final UnsafeBuffer body = new UnsafeBuffer(NOTHING);
    private @Nullable UnsafeBuffer rest;
    private int restOffset;
    private boolean refused;
    private boolean closed;
    private boolean broken;
    private long sent;

    Outlet(ExclusivePublication stream) {
        this.stream = stream;
        this.mostAtOnce = stream.maxMessageLength();
        this.wakeBytes = Math.min(MOST_WAKE_BYTES, stream.termBufferLength() / WAKE_PARTS);
    }

    /** Whether somebody listens, as far as the media driver knows. */
    boolean isConnected() {
        return stream.isConnected();
    }

    synchronized boolean isBroken() {
        return broken;
    }

    /** From any thread. */
    synchronized SendResult offer(ByteBuffer frame) {
        if (closed || broken) {
            return SendResult.NOT_CONNECTED;
        }
        if (rest != null || refused && !hasRoom()) {
            refused = true;
            return SendResult.BACK_PRESSURED;
        }
        body.wrap(frame);
        try {
            long result = write(MessageHeader.DATA, body, frame.position(), frame.remaining());
            if (result > 0) {
                sent++;
                return SendResult.SENT;
            }
        } finally {
            body.wrap(NOTHING);
        }
        if (broken) {
            return SendResult.NOT_CONNECTED;
        }
        refused = true;
        return SendResult.BACK_PRESSURED;
    }

    /** @return false: there is no room now, or never again */
    synchronized boolean say(int kind, byte[] content) {
        if (closed || broken || rest != null) {
            return false;
        }
        body.wrap(content);
        try {
            return write(kind, body, 0, content.length) > 0;
        } finally {
            body.wrap(NOTHING);
        }
    }

    /** Writes of what waits as much as there is room for. @return whether whoever was refused is to be told that there is room */
    synchronized boolean drain() {
        if (closed || broken) {
            return false;
        }
        if (rest != null) {
            writeRest(rest);
        }
        if (refused && rest == null && hasRoom()) {
            refused = false;
            return true;
        }
        return false;
    }

    /** The same for who is to be woken and for who tries again unasked: else the latter's frame could be the wake-up's. */
    private boolean hasRoom() {
        return stream.availableWindow() >= wakeBytes;
    }

    /** Ends the stream; what is in it still goes, as far as somebody takes it. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            stream.close();
        }
    }

    /** Frames that were answered SENT. */
    synchronized long sent() {
        return sent;
    }

    private long write(int kind, DirectBuffer content, int offset, int length) {
        head.putInt(0, MessageHeader.of(kind, length), ByteOrder.BIG_ENDIAN);
        int first = Math.min(length, mostAtOnce - MessageHeader.BYTES);
        long result = answer(tryWrite(content, offset, first));
        if (result > 0 && first < length) {
            byte[] kept = NOTHING;
            int done = first;
            while (done < length && kept.length == 0) {
                int part = Math.min(length - done, mostAtOnce);
                if (answer(tryWritePart(content, offset + done, part)) > 0) {
                    done += part;
                } else {
                    kept = new byte[length - done];
                    content.getBytes(offset + done, kept);
                }
            }
            if (kept.length > 0) {
                rest = new UnsafeBuffer(kept);
                restOffset = 0;
            }
        }
        return result;
    }

    private void writeRest(UnsafeBuffer waiting) {
        while (restOffset < waiting.capacity()) {
            int part = Math.min(waiting.capacity() - restOffset, mostAtOnce);
            if (answer(tryWritePart(waiting, restOffset, part)) <= 0) {
                return;
            }
            restOffset += part;
        }
        rest = null;
    }

    private long tryWrite(DirectBuffer content, int offset, int length) {
        long result;
        int tries = 0;
        do {
            result = stream.offer(head, 0, MessageHeader.BYTES, content, offset, length);
        } while (result == Publication.ADMIN_ACTION && ++tries < MOST_TRIES);
        return result;
    }

    private long tryWritePart(DirectBuffer content, int offset, int length) {
        long result;
        int tries = 0;
        do {
            result = stream.offer(content, offset, length);
        } while (result == Publication.ADMIN_ACTION && ++tries < MOST_TRIES);
        return result;
    }

    /** Nobody listening, a client that closed, or a stream at its very end: neither passes. */
    private long answer(long result) {
        if (result < 0 && result != Publication.BACK_PRESSURED && result != Publication.ADMIN_ACTION) {
            broken = true;
        }
        return result;
    }
}
