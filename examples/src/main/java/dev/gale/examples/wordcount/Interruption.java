package dev.gale.examples.wordcount;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread tidy up when the process is told to stop, as by Ctrl-C: interrupts the thread, and holds the process back until it
 * closes this, or half a minute: worker processes end gracefully.
 */
final class Interruption implements Closeable {
    private static final long PATIENCE_SECONDS = 30;

    private final Thread worker = Thread.currentThread();
    private final Thread hook = new Thread(this::interrupt, "demo-interruption");
    private final CountDownLatch tidy = new CountDownLatch(1);
    private volatile boolean happened;

    private Interruption() {}

    /** For the calling thread. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    boolean happened() {
        return happened;
    }

    @Override
    public void close() {
        tidy.countDown();
        if (!happened) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The process is being stopped this moment; the hook finds that everything is tidy.
            }
        }
    }

    private void interrupt() {
        happened = true;
        worker.interrupt();
        try {
            tidy.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
