package dev.gale.adapter.memory;

import java.time.Duration;
import java.util.concurrent.Executor;

/** Where a store completes stages and calls back: one task at a time, in order. */
interface Delivery extends Executor {
    /** Runs {@code task} after {@code pause}, unless this is closed before. */
    void after(Duration pause, Runnable task);

    /** True when waiting for a running task could be waiting for oneself. */
    boolean isCurrent();

    /** Runs what was handed over before and ends; waits for that unless it {@link #isCurrent}. */
    void close();

    /**
     * A delivery by somebody else's executor, such as a simulator's, which runs its tasks on the thread that calls the
     * store. It has no clock: a pause ends behind what was handed over before.
     */
    static Delivery by(Executor executor) {
        return new Delivery() {
            @Override
            public void execute(Runnable task) {
                executor.execute(task);
            }

            @Override
            public void after(Duration pause, Runnable task) {
                executor.execute(task);
            }

            @Override
            public boolean isCurrent() {
                return true;
            }

            @Override
            public void close() {
                // The executor is its owner's to end.
            }
        };
    }
}
