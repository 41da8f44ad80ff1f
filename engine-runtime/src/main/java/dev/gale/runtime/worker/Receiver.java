package dev.gale.runtime.worker;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckKind;
import dev.gale.runtime.executor.Inbox;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts frames from other workers into the inboxes of this one's executors. Never refuses and never waits: what arrives had credit.
 * A frame for a task that this worker does not run is dropped and counted, since assignments change while frames are under way.
 */
final class Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Receiver.class);
    private static final AckKind[] KINDS = AckKind.values();

    /** By task; null where the task runs elsewhere. */
    private final @Nullable Inbox[] inboxes;

    private final BiPredicate<Integer, AckKind> takes;
    private final AtomicLong strays = new AtomicLong();

    /** @param takes whether a task of this worker takes ack messages of a kind */
    Receiver(@Nullable Inbox[] inboxes, BiPredicate<Integer, AckKind> takes) {
        this.inboxes = inboxes;
        this.takes = takes;
    }

    /** Frames that were dropped because nobody here takes them. */
    long strays() {
        return strays.get();
    }

    void onTuples(ByteBuffer frame, WorkerLink link) {
        int lane = FrameHeader.lane(frame);
        Inbox inbox = inbox(frame);
        if (inbox == null || lane != FrameHeader.LANE_CYCLE && lane != FrameHeader.LANE_OUTSIDE) {
            onUnknown(frame);
            return;
        }
        byte[] copy = copy(frame);
        inbox.tuples(lane == FrameHeader.LANE_CYCLE)
                .force(
                        new EncodedBatch(copy, link.consumption(FrameHeader.target(frame), lane)),
                        Math.max(1, FrameHeader.count(frame)));
    }

    void onAcks(ByteBuffer frame, WorkerLink link) {
        Inbox inbox = inbox(frame);
        int kind = FrameHeader.lane(frame);
        int count = FrameHeader.count(frame);
        int body = frame.remaining() - FrameHeader.BYTES;
        if (inbox == null
                || kind < 0
                || kind >= KINDS.length
                || !takes.test(FrameHeader.target(frame), KINDS[kind])
                || count < 1
                || body != (long) count * 2 * Long.BYTES) {
            onUnknown(frame);
            return;
        }
        long[] pairs = new long[2 * count];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = frame.getLong(frame.position() + FrameHeader.BYTES + i * Long.BYTES);
        }
        int bytes = frame.remaining();
        inbox.control().force(new AckBatch(KINDS[kind], pairs, count), count);
        // Acks are small and taken at any time: they are consumed when they are in.
        link.consumption(FrameHeader.target(frame), FrameHeader.LANE_CONTROL).consumed(bytes);
    }

    void onUnknown(ByteBuffer frame) {
        if (strays.incrementAndGet() == 1) {
            LOG.warn(
                    "A frame of kind {} for task {} is nobody's here and was dropped; more like it are only counted",
                    FrameHeader.kind(frame),
                    FrameHeader.target(frame));
        }
    }

    private @Nullable Inbox inbox(ByteBuffer frame) {
        int task = FrameHeader.target(frame);
        return task > 0 && task < inboxes.length ? inboxes[task] : null;
    }

    private static byte[] copy(ByteBuffer frame) {
        byte[] copy = new byte[frame.remaining()];
        frame.get(frame.position(), copy);
        return copy;
    }
}
