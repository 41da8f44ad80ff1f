package dev.gale.runtime.worker;

import dev.gale.runtime.executor.RoomWaiter;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this worker may still send to one task and lane of another. Positions count the bytes of all frames that were ever charged;
 * those of a connection start from what the transport had taken before it, so that frames that still wait here are charged to the
 * connection that will carry them. A frame may begin while there is any credit, so one frame more than the window may be under way.
 * Used by all executors that send there.
 */
final class Credit {
    private final long window;
    private final AtomicLong charged = new AtomicLong();
    private final ConcurrentLinkedQueue<RoomWaiter> waiting = new ConcurrentLinkedQueue<>();
    private volatile long limit;

    /** The sender's thread alone. */
    private long taken;

    /** Where the connection's positions start. Guarded by this. */
    private long start;

    /** @param window the bytes that the receiver has room for at first */
    Credit(long window) {
        this.window = window;
        limit = window;
    }

    /** @return false if there is no credit now; the waiter is woken when there is */
    boolean tryCharge(int bytes, RoomWaiter waiter) {
        while (true) {
            long position = charged.get();
            if (position >= limit) {
                if (waiter.begin(bytes)) {
                    waiting.add(waiter);
                }
                if (charged.get() >= limit) {
                    return false;
                }
            } else if (charged.compareAndSet(position, position + bytes)) {
                waiter.end();
                return true;
            }
        }
    }

    /** Takes back what was charged for a frame that was not sent after all. */
    void giveBack(int bytes) {
        charged.addAndGet(-bytes);
        wakeForCredit();
    }

    /** The transport took a frame. Called by the sender's thread. */
    void onTaken(int bytes) {
        taken += bytes;
    }

    /**
     * The receiver's word; an older one than the last changes nothing, and none gives more than a window on top of what was charged.
     * Called by the link's thread.
     */
    void raise(long position) {
        synchronized (this) {
            long most = Math.min(start + position, charged.get() + window);
            if (most <= limit) {
                return;
            }
            limit = most;
        }
        wakeForCredit();
    }

    /** A new connection: what the transport took before is gone, and the receiver counts from 0. Called by the sender's thread. */
    void restart() {
        synchronized (this) {
            start = taken;
            limit = start + window;
        }
        wakeForCredit();
    }

    /** Whoever waits now may try again. */
    void wake() {
        RoomWaiter waiter;
        for (int left = waiting.size(); left > 0 && (waiter = waiting.poll()) != null; left--) {
            waiter.release();
        }
    }

    /** Those that wait longest may try again, no more than find credit: others would wait anew at once. */
    private void wakeForCredit() {
        long credit = limit - charged.get();
        RoomWaiter waiter;
        while (credit > 0 && (waiter = waiting.poll()) != null) {
            credit -= waiter.release();
        }
    }
}
