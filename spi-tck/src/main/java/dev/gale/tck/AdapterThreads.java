package dev.gale.tck;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the threads that an adapter starts, whether it made them by its context or by itself: its whole life runs in a thread group of its
 * own, which threads inherit from those that make them. Those of pools that the JDK shares are left out.
 */
public final class AdapterThreads {
    private final Patience patience;
    private final Predicate<Thread> others;

    /** An adapter's life from {@code open} to {@code close}. */
    public interface Life {
        void live() throws Exception;
    }

    /** @param others threads that may stay */
    public AdapterThreads(Patience patience, Predicate<Thread> others) {
        this.patience = patience;
        this.others = others;
    }

    /** The names of the threads that stay for good after that life; what a library ends a moment later has ended. */
    public List<String> leftBy(Life life) {
        ThreadGroup group = new ThreadGroup("tck-adapter");
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(group, () -> live(life, done), "tck-life");
        thread.start();
        patience.await(done);
        long deadlineNanos = System.nanoTime() + patience.longest().toNanos();
        List<Thread> alive = alive(group);
        // One that ends may have started another.
        while (!alive.isEmpty() && System.nanoTime() < deadlineNanos) {
            awaitEnd(alive.get(0), deadlineNanos);
            alive = alive(group);
        }
        return alive.stream().map(Thread::getName).toList();
    }

    private static void live(Life life, CompletableFuture<Void> done) {
        try {
            life.live();
            done.complete(null);
        } catch (Exception | Error e) {
            done.completeExceptionally(e);
        }
    }

    private List<Thread> alive(ThreadGroup group) {
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads);
        return Stream.of(threads)
                .limit(count)
                .filter(thread -> thread.isAlive() && !(thread instanceof ForkJoinWorkerThread) && !others.test(thread))
                .toList();
    }

    private static void awaitEnd(Thread thread, long deadlineNanos) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(deadlineNanos - System.nanoTime(), 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
