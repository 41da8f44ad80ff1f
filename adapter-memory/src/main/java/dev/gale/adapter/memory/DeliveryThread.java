package dev.gale.adapter.memory;

import dev.gale.spi.plugin.PluginContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A delivery by a thread of its own. */
final class DeliveryThread implements Delivery, Runnable {
    private static final Comparator<Timed> SOONEST_FIRST = (a, b) -> Long.signum(a.dueNanos - b.dueNanos);

    private final PluginContext context;
    private final Thread thread;

    // Guarded by this.
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Timed> later = new PriorityQueue<>(SOONEST_FIRST);
    private boolean closed;
    private boolean ended;

    private record Timed(long dueNanos, Runnable task) {}

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
    public synchronized void after(Duration pause, Runnable task) {
        later.add(new Timed(context.nanoClock().getAsLong() + pause.toNanos(), task));
        notifyAll();
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
        long leftNanos = moveDue();
        while (tasks.isEmpty() && !closed) {
            try {
                if (leftNanos > 0) {
                    TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
                } else {
                    wait();
                }
            } catch (InterruptedException e) {
                // Nobody but close() ends this thread: an interrupt by a callback is not meant for it.
                continue;
            }
            leftNanos = moveDue();
        }
        ended = tasks.isEmpty();
        return tasks.poll();
    }

    /** Hands over what is due, behind all the rest. The nanoseconds until the next one; 0 when there is none. */
    private long moveDue() {
        for (Timed first = later.peek(); first != null; first = later.peek()) {
            long leftNanos = first.dueNanos - context.nanoClock().getAsLong();
            if (leftNanos > 0) {
                return leftNanos;
            }
            later.remove();
            tasks.add(first.task);
        }
        return 0;
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
