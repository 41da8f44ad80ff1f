package dev.gale.tck;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * How long a suite waits for what must happen. One value for all of it, so that a slow machine or backend needs one
 * change: the system property {@code gale.tck.patience.seconds}, by default 60.
 */
public record Patience(Duration longest) {
    /** The patience that the system property asks for. */
    public static Patience fromSystemProperty() {
        return new Patience(Duration.ofSeconds(Long.getLong("gale.tck.patience.seconds", 60)));
    }

    /** The stage's answer. A failure is thrown as the stage has it. */
    public <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError("the stage failed with a checked exception", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + longest, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The next item. */
    public <T> T next(BlockingQueue<T> queue, String what) {
        try {
            T item = queue.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (item == null) {
                throw new AssertionError("no " + what + " within " + longest);
            }
            return item;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Waits on {@code monitor}, which is notified at every change, until the condition holds. */
    public void until(Object monitor, String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + longest.toNanos();
        synchronized (monitor) {
            while (!condition.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new AssertionError("not within " + longest + ": " + what);
                }
                try {
                    monitor.wait(left);
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }
        }
    }

    /** For a loop that asks again and again: ends it when what began at {@code sinceNanos} takes too long. */
    public void requireSince(long sinceNanos, String what) {
        if (System.nanoTime() - sinceNanos > longest.toNanos()) {
            throw new AssertionError("not within " + longest + ": " + what);
        }
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("interrupted", e);
    }
}
