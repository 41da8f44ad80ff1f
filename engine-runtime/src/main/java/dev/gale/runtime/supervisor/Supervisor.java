package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.SlotReport;
import dev.gale.engine.supervisor.SupervisorMachine;
import dev.gale.engine.supervisor.SupervisorTimings;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.spi.metadata.MetadataStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A supervisor in this process: looks after the workers of one host until it is closed, and leaves them running then. */
public final class Supervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final long TICK_MILLIS = 100;
    private static final long PAUSE_MILLIS = 200;
    private static final long CLOSE_SECONDS = 10;

    private final ScheduledExecutorService control;
    private final SupervisorDriver driver;

    /**
     * Starts at once.
     *
     * @param self what is registered; ports, times and the sequence number in it are filled in anew each time
     * @param registerEvery between two updates of that record
     */
    public Supervisor(
            MetadataStore store,
            Keys keys,
            Host host,
            SupervisorRecord self,
            SupervisorTimings timings,
            Duration registerEvery) {
        control = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "gale-supervisor-control");
            thread.setDaemon(true);
            return thread;
        });
        driver = new SupervisorDriver(
                store,
                keys,
                new SupervisorMachine(self.ports(), timings),
                host,
                self,
                task -> execute(task, 0),
                task -> execute(task, PAUSE_MILLIS),
                System::nanoTime,
                InstantSource.system(),
                () -> UUID.randomUUID().toString());
        driver.start();
        control.scheduleWithFixedDelay(guarded(driver::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        control.scheduleWithFixedDelay(
                guarded(driver::register), registerEvery.toMillis(), registerEvery.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** How the slots are, by port. Any thread. */
    public CompletionStage<SortedMap<Integer, SlotReport>> report() {
        return CompletableFuture.supplyAsync(() -> driver.machine().report(), control);
    }

    @Override
    public void close() {
        try {
            control.submit(driver::close);
            control.shutdown();
            if (!control.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.error("supervisor: its control thread does not end");
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("supervisor was closed before");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void execute(Runnable task, long delayMillis) {
        try {
            control.schedule(guarded(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("supervisor is closed; this comes too late");
        }
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("supervisor: a step failed; the next goes on from what is known", e);
            }
        };
    }
}
