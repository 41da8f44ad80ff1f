package dev.gale.runtime.executor;

/** One sender's place among those that wait for room in one lane: there at most once. */
public final class RoomWaiter {
    private final Wakeup sender;

    private volatile boolean queued;

    /** What the sender waits for; 0 if it does not wait, though it may be in the queue still. Written by the sender alone. */
    private volatile long wanted;

    public RoomWaiter(Wakeup sender) {
        this.sender = sender;
    }

    /** @param weight of what was refused. @return whether the sender was not in the queue before */
    public boolean begin(long weight) {
        // At least 1, or a batch without weight would look like no wait.
        wanted = Math.max(1, weight);
        if (queued) {
            return false;
        }
        queued = true;
        return true;
    }

    /** The sender waits no longer. @return whether it did, and has left the queue */
    public boolean end() {
        if (wanted == 0) {
            return false;
        }
        wanted = 0;
        return !queued;
    }

    /** Whether it is in the queue of those that wait. */
    boolean isQueued() {
        return queued;
    }

    /** It has left the queue, and the sender may try again. @return what it waits for; 0 if it does not */
    public long release() {
        // In this order: a sender that begins anew and still sees itself in the queue is seen here to wait.
        queued = false;
        long weight = wanted;
        if (weight > 0) {
            sender.wake();
        }
        return weight;
    }
}
