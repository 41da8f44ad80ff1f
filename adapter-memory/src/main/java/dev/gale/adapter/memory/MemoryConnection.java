package dev.gale.adapter.memory;

import java.util.concurrent.atomic.AtomicBoolean;

/** What two links have between them from {@code connected} to {@code disconnected}. */
final class MemoryConnection {
    private final MemoryLink left;
    private final MemoryLink right;
    private final FrameQueue toRight;
    private final FrameQueue toLeft;
    private final AtomicBoolean broken = new AtomicBoolean();

    MemoryConnection(MemoryLink left, MemoryLink right, int bufferBytes) {
        this.left = left;
        this.right = right;
        this.toRight = new FrameQueue(bufferBytes);
        this.toLeft = new FrameQueue(bufferBytes);
    }

    MemoryLink peerOf(MemoryLink link) {
        return link == left ? right : left;
    }

    /** What {@code link} sends into. */
    FrameQueue from(MemoryLink link) {
        return link == left ? toRight : toLeft;
    }

    /** What {@code link} receives from. */
    FrameQueue to(MemoryLink link) {
        return link == left ? toLeft : toRight;
    }

    /** Ends the connection, with what is under way, and tells both links. Only the first call does something. */
    void breakOff(String reason) {
        if (broken.compareAndSet(false, true)) {
            long lostByLeft = toRight.close();
            long lostByRight = toLeft.close();
            left.onBroken(reason, lostByLeft);
            right.onBroken(reason, lostByRight);
        }
    }
}
