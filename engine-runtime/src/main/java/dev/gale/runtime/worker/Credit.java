package dev.gale.runtime.worker;

import dev.gale.runtime.executor.RoomWaiter;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this worker may still send to one task and lane of another: a position in bytes up to which it may, as the other said last,
 * and how far it has. Both count from 0 on each connection. A frame may begin while there is any credit, so one frame more than the
 * window may be under way. Used by all executors that send there.
 */
final class Credit {
    private final long window;
    private final AtomicLong sent = new AtomicLong();
    private final ConcurrentLinkedQueue<RoomWaiter> waiting = new ConcurrentLinkedQueue<>();
    private volatile long limit;

    /** @param window the bytes that the receiver has room for at first */
    Credit(long window) {
        this.window = window;
        limit = window;
    }

    /** @return false if there is no credit now; the waiter is woken when there is */
    boolean trySpend(int bytes, RoomWaiter waiter) {
        while (true) {
            long position = sent.get();
            if (position >= limit) {
                if (waiter.begin()) {
                    waiting.add(waiter);
                }
                if (sent.get() >= limit) {
                    return false;
                }
            } else if (sent.compareAndSet(position, position + bytes)) {
                return true;
            }
        }
    }

    /** Takes back what was spent on a frame that was not sent after all. */
    void giveBack(int bytes) {
        sent.addAndGet(-bytes);
        wake();
    }

    /**
     * The receiver's word; an older one than the last changes nothing, and none gives more than a window on top of what was sent.
     * Called by the link's thread.
     */
    void raise(long position) {
        long most = Math.min(position, sent.get() + window);
        if (most > limit) {
            limit = most;
            wake();
        }
    }

    /** A new connection: what was under way is gone, and so are the positions. Called by the link's thread. */
    void restart() {
        sent.set(0);
        limit = window;
        wake();
    }

    private void wake() {
        RoomWaiter waiter;
        while ((waiter = waiting.poll()) != null) {
            waiter.release();
        }
    }
}
