package dev.gale.runtime.worker;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * How a process comes to its exit code: it may finish what is under way, closes what it has, and says its last words. Of the control
 * thread, which it ends last.
 */
final class WorkerExit {
    private static final long LOOK_MILLIS = 20;
    private static final long LAST_WORDS_MILLIS = 3_000;

    private final ScheduledExecutorService control;
    private final LongConsumer closing;
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private boolean begun;
    private boolean over;

    /** @param closing closes what the process has, once; is told the end of the grace on {@link System#nanoTime} */
    WorkerExit(ScheduledExecutorService control, LongConsumer closing) {
        this.control = control;
        this.closing = closing;
    }

    /** Completes when everything has ended. */
    CompletableFuture<Integer> code() {
        return code;
    }

    /** Whether the process is to end, soon or now. */
    boolean isBegun() {
        return begun;
    }

    void begin() {
        begun = true;
    }

    /** Whether all is closed. */
    boolean isOver() {
        return over;
    }

    /** Waits, without holding the control thread, until the worker is drained or the grace is over, and ends the process. */
    void drain(BooleanSupplier drained, int exitCode, long graceEnd) {
        if (System.nanoTime() - graceEnd >= 0 || drained.getAsBoolean()) {
            end(exitCode, graceEnd);
        } else {
            control.schedule(() -> drain(drained, exitCode, graceEnd), LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void end(int exitCode, long graceEnd) {
        end(exitCode, graceEnd, CompletableFuture.completedFuture(null));
    }

    /** @param lastWords are waited for, but not for long: the store may be what is broken */
    void end(int exitCode, long graceEnd, CompletableFuture<Void> lastWords) {
        if (over) {
            return;
        }
        over = true;
        closing.accept(graceEnd);
        lastWords
                .completeOnTimeout(null, LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((nothing, failure) -> code.complete(exitCode));
        control.shutdown();
    }
}
