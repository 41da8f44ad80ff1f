package dev.gale.runtime.worker;

import java.util.function.Consumer;

/**
 * How far one task and lane of this worker has consumed what another worker sends it on one connection. A new connection has new
 * objects, so that what is left of an old one gives no credit.
 */
final class Consumption {
    private final int task;
    private final int lane;
    private final long window;
    private final Consumer<Consumption> owe;

    private volatile long consumed;
    private long told;

    /** @param owe told when the sender is to hear of it; the connection's own */
    Consumption(int task, int lane, long window, Consumer<Consumption> owe) {
        this.task = task;
        this.lane = lane;
        this.window = window;
        this.owe = owe;
    }

    /** Called by the executor's thread when it has consumed a frame. */
    void consumed(int bytes) {
        long position = consumed + bytes;
        consumed = position;
        if (position - told >= window / 4) {
            told = position;
            owe.accept(this);
        }
    }

    /** The frame that tells the sender how far it may go. */
    byte[] frame() {
        return FrameHeader.credit(task, lane, consumed + window);
    }
}
