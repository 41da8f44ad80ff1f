package dev.gale.adapter.memory;

/** Lets one thread at a time call back, and lets {@code close} wait until nobody does and nobody will. */
final class CallbackGate {
    private volatile boolean closed;
    private boolean inside;

    /** True: the caller may call back, and leaves afterwards. False: closed. */
    synchronized boolean enter() {
        if (closed) {
            return false;
        }
        inside = true;
        return true;
    }

    synchronized void leave() {
        inside = false;
        notifyAll();
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Ends the callbacks; idempotent.
     *
     * @param wait whether to return only when the running callback has returned: not when it is the caller's own
     */
    synchronized void close(boolean wait) {
        closed = true;
        try {
            while (wait && inside) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
