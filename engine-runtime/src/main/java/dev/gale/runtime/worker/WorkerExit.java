package dev.gale.runtime.worker;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How a process comes to its exit code: it may finish what is under way, closes what it has, and says its last words. Of the control
 * thread, which it ends last.
 */
final class WorkerExit {
    private static final long LOOK_MILLIS = 20;
    private static final long LAST_WORDS_MILLIS = 3_000;

    private final ScheduledExecutorService control;
    private final LongSupplier nanoClock;
    private final LongConsumer closing;
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private boolean begun;
    private boolean over;

    /** @param closing closes what the process has, once; is told the end of the grace on the clock */
    WorkerExit(ScheduledExecutorService control, LongSupplier nanoClock, LongConsumer closing) {
        this.control = control;
        this.nanoClock = nanoClock;
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

    /**
     * Waits, without holding the control thread, until the worker is drained, and ends the process. One component that is stuck could
     * keep it from that for ever: half of the grace is left for the others to clean up.
     */
    void drain(BooleanSupplier drained, int exitCode, long graceEnd) {
        drain(drained, exitCode, graceEnd, (graceEnd - nanoClock.getAsLong()) / 2);
    }

    private void drain(BooleanSupplier drained, int exitCode, long graceEnd, long cleanUpNanos) {
        if (graceEnd - nanoClock.getAsLong() <= cleanUpNanos || drained.getAsBoolean()) {
            end(exitCode, graceEnd);
        } else {
            control.schedule(
                    () -> drain(drained, exitCode, graceEnd, cleanUpNanos), LOOK_MILLIS, TimeUnit.MILLISECONDS);
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
