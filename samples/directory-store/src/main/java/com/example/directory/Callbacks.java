package com.example.directory;

import dev.gale.spi.plugin.PluginContext;
import java.util.concurrent.locks.ReentrantLock;

/** Calls somebody back until that is over. What is thrown goes to the host. */
final class Callbacks {
    private final PluginContext context;
    /** Held while a call runs, so that {@code close} waits for it, unless the call itself closes. */
    private final ReentrantLock running = new ReentrantLock();

    private volatile boolean closed;

    Callbacks(PluginContext context) {
        this.context = context;
    }

    void call(String what, Runnable callback) {
        running.lock();
        try {
            if (!closed) {
                callback.run();
            }
        } catch (RuntimeException | Error e) {
            context.onError(what, e);
        } finally {
            running.unlock();
        }
    }

    /** When it returns, no call runs and none begins. */
    void close() {
        closed = true;
        running.lock();
        running.unlock();
    }

    boolean isClosed() {
        return closed;
    }
}
