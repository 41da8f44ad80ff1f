package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.PluginContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread and what it has to do, in the order in which it was handed over. A store has two: its own, which owns its
 * state and runs all stages and callbacks; and one that keeps the lease alive, however long a callback takes.
 */
final class TaskThread implements Runnable, Executor {
    private static final Comparator<Timed> SOONEST_FIRST = (a, b) -> Long.signum(a.dueNanos - b.dueNanos);

    private final PluginContext context;
    private final Thread thread;

    // Guarded by this.
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Timed> later = new PriorityQueue<>(SOONEST_FIRST);
    private boolean closed;
    private boolean ended;

    private record Timed(long dueNanos, Runnable task) {}

    private TaskThread(PluginContext context, String purpose) {
        this.context = context;
        this.thread = context.threadFactory(purpose).newThread(this);
    }

    static TaskThread start(PluginContext context, String purpose) {
        TaskThread started = new TaskThread(context, purpose);
        started.thread.start();
        return started;
    }

    /** As {@link #offer}, for those who do not mind: what comes when the thread has ended is for nobody. */
    @Override
    public void execute(Runnable task) {
        offer(task);
    }

    /** Runs {@code task} after all that was handed over before. False: the thread has ended, and it never runs. */
    synchronized boolean offer(Runnable task) {
        if (ended) {
            return false;
        }
        tasks.add(task);
        notifyAll();
        return true;
    }

    /** Runs {@code task} after {@code pause}, unless the thread is closed before. */
    synchronized void after(Duration pause, Runnable task) {
        later.add(new Timed(context.nanoClock().getAsLong() + pause.toNanos(), task));
        notifyAll();
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        Runnable task = next();
        while (task != null) {
            guard("task of the store", task);
            task = next();
        }
    }

    /** Runs {@code callback}; what it throws goes to the host. */
    void guard(String what, Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            context.onError(what, e);
        }
    }

    /** Runs what was handed over and ends; waits for that unless it is called on this thread. */
    void close() {
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

    /** Waits for a task; null at the end. */
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
        long now = context.nanoClock().getAsLong();
        for (Timed first = later.peek(); first != null; first = later.peek()) {
            if (first.dueNanos - now > 0) {
                return first.dueNanos - now;
            }
            later.remove();
            tasks.add(first.task);
        }
        return 0;
    }
}
