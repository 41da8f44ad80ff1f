package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerExitIT {
    private static final long GRACE = 10;

    private final ScheduledExecutorService control = Executors.newSingleThreadScheduledExecutor();

    /** Every look at it takes one of its units. */
    private final AtomicLong clock = new AtomicLong();

    private final CompletableFuture<Long> left = new CompletableFuture<>();
    private final WorkerExit exit =
            new WorkerExit(control, clock::incrementAndGet, graceEnd -> left.complete(graceEnd - clock.get()));

    @AfterEach
    void stop() {
        control.shutdownNow();
    }

    @Test
    void oneThatIsNeverDrainedLeavesTheOthersTimeToCleanUp() throws Exception {
        control.execute(() -> exit.drain(() -> false, WorkerProcess.EXIT_OK, clock.get() + GRACE));

        assertThat(left.get(30, TimeUnit.SECONDS)).isBetween(GRACE / 2 - 2, GRACE / 2);
        assertThat(exit.code().get(30, TimeUnit.SECONDS)).isEqualTo(WorkerProcess.EXIT_OK);
    }

    @Test
    void oneThatIsDrainedEndsAtOnce() throws Exception {
        control.execute(() -> exit.drain(() -> true, WorkerProcess.EXIT_OK, clock.get() + GRACE));

        assertThat(left.get(30, TimeUnit.SECONDS)).isGreaterThan(GRACE / 2);
    }
}
