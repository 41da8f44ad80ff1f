package dev.gale.bench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Of the two worker processes in which source and sink run, by their {@link SharedCounters}. */
final class WorkerMeters implements Meters {
    private final CounterFiles counters;
    private final boolean acked;

    /** @param acked whether the source is told of each tuple */
    WorkerMeters(Path directory, boolean acked) {
        this.counters = new CounterFiles(directory);
        this.acked = acked;
    }

    @Override
    public long tuples() throws IOException {
        counters.discover();
        return counters.arrived();
    }

    @Override
    public Reading read() throws IOException {
        long tuples = tuples();
        long nanos = System.nanoTime();
        return new Reading(
                nanos, tuples, counters.pids().map(WorkerMeters::cpuNanos).sum(), Map.of());
    }

    /**
     * No process was started anew, source and sink have one each, and nothing arrived that was not emitted. Tracked tuples are
     * looked at one by one: none has failed, none is acked that did not arrive, and what is between is no more than may be.
     */
    @Override
    public void check() throws IOException {
        counters.discover();
        long pids = counters.pids().count();
        require(
                counters.stages() == 2 && pids == 2,
                "there are " + counters.stages() + " stages in " + pids + " processes");
        // In this order, since all counters move meanwhile.
        long done = counters.acked();
        long arrived = counters.arrived();
        long emitted = counters.emitted();
        long failed = counters.failed();
        require(arrived > 0 && arrived <= emitted, arrived + " tuples arrived of " + emitted);
        require(failed == 0, failed + " tuples failed");
        if (acked) {
            require(done > 0 && done <= arrived, done + " tuples were acked of " + arrived + " that arrived");
            long before = counters.emitted();
            long then = counters.acked();
            require(before - then <= 2L * Scenario.MAX_PENDING, before - then + " tuples are neither acked nor failed");
        }
    }

    private static long cpuNanos(long pid) {
        Optional<Duration> used =
                ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
        return used.orElseThrow(() -> new IllegalStateException("worker process " + pid + " has ended"))
                .toNanos();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
