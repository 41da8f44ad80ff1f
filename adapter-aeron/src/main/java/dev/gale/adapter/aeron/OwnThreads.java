package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.PluginContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/** The host's threads, lent to Aeron: with the names that the host gave them, and remembered, to wait for their very end. */
final class OwnThreads {
    private final PluginContext context;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    OwnThreads(PluginContext context) {
        this.context = context;
    }

    ThreadFactory factory(String purpose) {
        return body -> {
            Named named = new Named(body);
            Thread thread = context.threadFactory(purpose).newThread(named);
            named.name = thread.getName();
            threads.removeIf(other -> other.getState() == Thread.State.TERMINATED);
            threads.add(thread);
            return thread;
        };
    }

    /** Aeron has been told to end them. Returns when they have, or the caller is interrupted. */
    void join() {
        try {
            for (Thread thread : threads) {
                if (thread.getState() != Thread.State.NEW && thread != Thread.currentThread()) {
                    thread.join();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Aeron renames a thread before it starts it. */
    private static final class Named implements Runnable {
        private final Runnable body;
        private String name = "";

        Named(Runnable body) {
            this.body = body;
        }

        @Override
        public void run() {
            if (!name.isEmpty()) {
                Thread.currentThread().setName(name);
            }
            body.run();
        }
    }
}
