package com.example.directory;

import dev.gale.spi.plugin.PluginContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A client's one thread: does what is asked for in order, and looks at the directory between. */
final class StoreThread {
    /** What the thread does by itself. It does the rest of it when one throws something. */
    interface Duty {
        /** For messages. */
        String name();

        /** Looks at the directory, at every interval. */
        void poll();

        /** The end begins: what was asked for before is still done. */
        void lastTasksBegin();

        /** The last of all. */
        void end();
    }

    private final PluginContext context;
    private final Duty duty;
    private final Thread thread;
    private final long pollNanos;

    // Guarded by itself, as is closing.
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean closing;

    // The thread alone.
    private long nextPollNanos;
    private boolean finished;

    StoreThread(PluginContext context, Duration pollInterval, Duty duty) {
        this.context = context;
        this.duty = duty;
        pollNanos = pollInterval.toNanos();
        nextPollNanos = context.nanoClock().getAsLong();
        thread = context.threadFactory("directory").newThread(this::run);
    }

    void start() {
        thread.start();
    }

    /** @return false if it is too late */
    boolean submit(Runnable task) {
        synchronized (tasks) {
            if (!closing) {
                tasks.add(task);
                tasks.notifyAll();
            }
            return !closing;
        }
    }

    /** Whether its end has begun; asked by the thread. */
    boolean isFinished() {
        return finished;
    }

    /** What is thrown goes to the host. */
    void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            context.onError(duty.name(), e);
        }
    }

    /** Returns when the thread has done its last, or is the caller and has. */
    void close() {
        synchronized (tasks) {
            closing = true;
            tasks.notifyAll();
        }
        if (Thread.currentThread() == thread) {
            finish();
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!finished) {
            // Nobody but close() ends this thread; an interrupt by a callback would close the files that it works on.
            Thread.interrupted();
            long nowNanos = context.nanoClock().getAsLong();
            if (nowNanos - nextPollNanos >= 0) {
                nextPollNanos = nowNanos + pollNanos;
                guard(duty::poll);
            }
            runNextTask();
        }
    }

    private void runNextTask() {
        Runnable task;
        synchronized (tasks) {
            if (tasks.isEmpty() && !closing) {
                awaitTask();
            }
            task = tasks.poll();
            if (task == null && closing) {
                task = this::finish;
            }
        }
        if (task != null) {
            guard(task);
        }
    }

    private void awaitTask() {
        long nanos = nextPollNanos - context.nanoClock().getAsLong();
        try {
            TimeUnit.NANOSECONDS.timedWait(tasks, Math.max(nanos, 1));
        } catch (InterruptedException e) {
            // See run().
            Thread.interrupted();
        }
    }

    private void finish() {
        if (finished) {
            return;
        }
        finished = true;
        guard(duty::lastTasksBegin);
        Runnable task = nextTask();
        while (task != null) {
            guard(task);
            task = nextTask();
        }
        guard(duty::end);
    }

    private Runnable nextTask() {
        synchronized (tasks) {
            return tasks.poll();
        }
    }
}
