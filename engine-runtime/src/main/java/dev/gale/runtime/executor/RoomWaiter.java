package dev.gale.runtime.executor;

/** One sender's place among those that wait for room in one lane: there at most once. */
public final class RoomWaiter {
    private final Wakeup sender;
    private volatile boolean waiting;

    public RoomWaiter(Wakeup sender) {
        this.sender = sender;
    }

    /** @return whether the sender was not waiting before */
    public boolean begin() {
        if (waiting) {
            return false;
        }
        waiting = true;
        return true;
    }

    /** The sender may try again. */
    public void release() {
        waiting = false;
        sender.wake();
    }
}
