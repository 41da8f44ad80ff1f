package dev.gale.adapter.aeron;

/** Lets a link's endpoint call its listener, and lets {@code close} wait until nobody does and nobody will. */
final class CallbackGate {
    private volatile boolean closed;
    private boolean inside;

    /** True: the caller may call, and leaves afterwards. False: closed. */
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

    /** Nobody enters any more; idempotent. */
    synchronized void close() {
        closed = true;
    }

    /** Waits until whoever is inside has left, or the caller is interrupted. */
    synchronized void awaitEmpty() {
        try {
            while (inside) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
