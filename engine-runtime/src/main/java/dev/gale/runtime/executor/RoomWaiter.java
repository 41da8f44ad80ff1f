package dev.gale.runtime.executor;

/** One sender's place among those that wait for room in one lane: there at most once. */
public final class RoomWaiter {
    private final Wakeup sender;
    private volatile boolean waiting;

    public RoomWaiter(Wakeup sender) {
        this.sender = sender;
    }

    /** @return whether the sender was not waiting before */
    boolean begin() {
        if (waiting) {
            return false;
        }
        waiting = true;
        return true;
    }

    void end() {
        waiting = false;
        sender.wake();
    }
}
