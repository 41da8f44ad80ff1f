package dev.gale.runtime.nimbus;

import dev.gale.control.ConfigValue;
import dev.gale.control.Control;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.schedule.Scheduler;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A nimbus in this process: stands for election, and answers for the cluster while it leads. */
public final class Nimbus implements AutoCloseable {
    /**
     * How a nimbus is set up.
     *
     * @param address host and port of its API, by which others find it
     * @param version of Gale
     * @param slotsPerTopology the most workers a topology may ask for
     * @param executorsPerTopology the most executors a topology may have
     * @param sweepEvery how often what nobody uses is removed from disk
     */
    public record Setup(
            String address,
            String version,
            NimbusTimings timings,
            int slotsPerTopology,
            int executorsPerTopology,
            Duration sweepEvery) {}

    private static final Logger LOG = LoggerFactory.getLogger(Nimbus.class);
    private static final long TICK_MILLIS = 100;
    private static final long PAUSE_MILLIS = 200;
    private static final int DISK_THREADS = 4;
    private static final long CODE_MILLIS = 2_000;
    private static final long CLOSE_SECONDS = 10;

    private final MetadataStore store;
    private final Keys keys;
    private final ScheduledExecutorService control;
    private final ExecutorService disk;
    private final NimbusDriver driver;
    private final TopologyFiles files;
    private final Submissions submissions;
    private final ClusterControl useCases;

    /**
     * Starts at once.
     *
     * @param config of this nimbus, secrets hidden
     */
    public Nimbus(
            MetadataStore store,
            Keys keys,
            Scheduler scheduler,
            TopologyFiles files,
            Setup setup,
            Supplier<List<ConfigValue>> config) {
        AtomicInteger threads = new AtomicInteger();
        this.store = store;
        this.keys = keys;
        this.files = files;
        control = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gale-nimbus-control"));
        disk = Executors.newFixedThreadPool(
                DISK_THREADS, task -> daemon(task, "gale-nimbus-disk-" + threads.incrementAndGet()));
        Executor guarded = task -> execute(task, 0);
        NimbusMachine machine = new NimbusMachine(scheduler, setup.timings());
        driver = new NimbusDriver(
                store,
                keys,
                machine,
                guarded,
                task -> execute(task, PAUSE_MILLIS),
                System::nanoTime,
                InstantSource.system(),
                () -> UUID.randomUUID().toString(),
                Bytes.utf8(setup.address()));
        driver.afterRemoval(topology -> disk.execute(guarded(() -> files.remove(topology))));
        submissions = new Submissions(
                driver,
                files,
                new Submissions.Limits(setup.slotsPerTopology(), setup.executorsPerTopology()),
                disk,
                guarded,
                InstantSource.system());
        ClusterImage image = driver.image();
        CodeWatch code = new CodeWatch(driver, files, task -> disk.execute(guarded(task)), guarded);
        useCases = new ClusterControl(
                driver,
                new TopologyReports(machine, image, code::missing, System::nanoTime, InstantSource.system()),
                files,
                submissions,
                new ErrorReader(store, keys, image::hostOf),
                new LeaderFinder(store, keys, setup.address(), setup.version()),
                task -> control.execute(guarded(task)),
                disk,
                config);
        control.scheduleWithFixedDelay(guarded(driver::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        control.scheduleWithFixedDelay(guarded(code::look), CODE_MILLIS, CODE_MILLIS, TimeUnit.MILLISECONDS);
        long sweep = setup.sweepEvery().toMillis();
        control.scheduleWithFixedDelay(guarded(this::sweep), sweep, sweep, TimeUnit.MILLISECONDS);
    }

    /** What users ask of the cluster. Any thread. */
    public Control control() {
        return useCases;
    }

    /** Stands no longer. What runs goes on. */
    @Override
    public void close() {
        try {
            control.submit(driver::close);
            control.shutdown();
            if (!control.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.error("nimbus: its control thread does not end");
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("nimbus was closed before");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        disk.shutdownNow();
    }

    /**
     * A topology whose record cannot be read is one, too. Who does not lead asks the store, so that what ends meanwhile does not stay
     * on this disk; its answer may be a little late, but nothing young is removed.
     */
    private void sweep() {
        if (driver.isInCharge()) {
            Set<String> used = new HashSet<>(driver.machine().topologies().keySet());
            used.addAll(driver.image().recorded());
            sweepAllBut(used);
        } else {
            store.children(keys.under(Keys.Kind.TOPOLOGY)).whenComplete((ids, failure) -> {
                if (failure == null) {
                    execute(() -> sweepAllBut(new HashSet<>(ids)), 0);
                } else {
                    LOG.debug("nimbus: nothing is swept while the store does not answer: {}", failure.toString());
                }
            });
        }
    }

    private void sweepAllBut(Set<String> used) {
        used.addAll(submissions.underWay());
        disk.execute(guarded(() -> files.sweep(used)));
    }

    private void execute(Runnable task, long delayMillis) {
        try {
            control.schedule(guarded(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("nimbus is closed; this comes too late");
        }
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("nimbus: a step failed; the next goes on from what the store says", e);
            }
        };
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
