package dev.gale.adapter.memory;

import dev.gale.spi.plugin.PluginContext;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A delivery by a thread of its own. */
final class DeliveryThread implements Delivery, Runnable {
    private final PluginContext context;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean closed;
    private boolean ended;

    private DeliveryThread(PluginContext context) {
        this.context = context;
        this.thread = context.threadFactory("store").newThread(this);
    }

    static DeliveryThread start(PluginContext context) {
        DeliveryThread delivery = new DeliveryThread(context);
        delivery.thread.start();
        return delivery;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            if (!ended) {
                tasks.add(task);
                notifyAll();
                return;
            }
        }
        task.run();
    }

    @Override
    public void run() {
        Runnable task = next();
        while (task != null) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                context.onError("callback of the store", e);
            }
            task = next();
        }
    }

    /** Waits for a task; null at the end, when all that was handed over has run. */
    private synchronized @Nullable Runnable next() {
        while (tasks.isEmpty() && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Nobody but close() ends this thread: an interrupt by a callback is not meant for it.
                continue;
            }
        }
        ended = tasks.isEmpty();
        return tasks.poll();
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (!isCurrent()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
