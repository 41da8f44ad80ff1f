package dev.gale.adapter.etcd;

/** Lets one thread at a time call back, and lets {@code close} wait until nobody does and nobody will. */
final class CallbackGate {
    private boolean closed;
    private boolean inside;

    /** Runs {@code callback} unless closed. Not to be called within a callback of the same gate. */
    void pass(Runnable callback) {
        synchronized (this) {
            if (closed) {
                return;
            }
            inside = true;
        }
        try {
            callback.run();
        } finally {
            synchronized (this) {
                inside = false;
                notifyAll();
            }
        }
    }

    synchronized boolean isClosed() {
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
