package dev.gale.runtime.worker;

/**
 * How far one task and lane of this worker has consumed what another worker sends it on one connection. A new connection has new
 * objects, so that what is left of an old one gives no credit.
 */
final class Consumption {
    private final int task;
    private final int lane;
    private final long window;
    private final WorkerLink link;

    private volatile long consumed;
    private long told;

    Consumption(int task, int lane, long window, WorkerLink link) {
        this.task = task;
        this.lane = lane;
        this.window = window;
        this.link = link;
    }

    /** Called by the executor's thread when it has consumed a frame. */
    void consumed(int bytes) {
        long position = consumed + bytes;
        consumed = position;
        if (position - told >= window / 4) {
            told = position;
            link.owe(this);
        }
    }

    /** The frame that tells the sender how far it may go. */
    byte[] frame() {
        return FrameHeader.credit(task, lane, consumed + window);
    }
}
