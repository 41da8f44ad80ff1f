package dev.gale.adapter.etcd;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/** The host's threads for gRPC and Netty, which end theirs when they are closed but do not wait for all of them. */
final class JoinedThreads implements ThreadFactory {
    private final ThreadFactory threads;
    private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

    JoinedThreads(ThreadFactory threads) {
        this.threads = threads;
    }

    @Override
    public Thread newThread(Runnable body) {
        Thread thread = threads.newThread(body);
        made.removeIf(other -> other.getState() == Thread.State.TERMINATED);
        made.add(thread);
        return thread;
    }

    /** Waits until all have ended, or for so long each. */
    void join(Duration longest) {
        try {
            for (Thread thread : made) {
                thread.join(longest.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
