package dev.gale.bench.cluster;

import dev.gale.bench.harness.Percentiles;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Puts beats of all workers in turn, by several clients in turn, and looks when they are accepted and when they are seen. */
final class BeatLoad {
    private static final int OUTSTANDING = 1_000;
    private static final int MOST_FLOODED = 2_000_000;
    private static final long DRAIN_SECONDS = 60;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ShamBeats beats;
    private final List<MetadataStore> clients;
    private final BeatWatch watch;
    private final CompanionProcess server;

    /**
     * What both processes used while it went on.
     *
     * @param client cores, of everything in this process: all clients, and nimbus
     */
    private record Used(double client, double server) {}

    /** @param figures by name, the one that matters most first */
    record Outcome(Map<String, Double> accepted, Map<String, Double> seen) {}

    BeatLoad(ShamBeats beats, List<MetadataStore> clients, BeatWatch watch, CompanionProcess server) {
        this.beats = beats;
        this.clients = clients;
        this.watch = watch;
        this.server = server;
    }

    /** Every worker beats once in {@code period}, spread evenly over it. Latencies are from the intended time. */
    Outcome paced(String name, Duration period, Duration length) {
        long intervalNanos = period.toNanos() / beats.workers();
        int number = (int) (length.toNanos() / intervalNanos);
        long[] intended = new long[number];
        long[] acceptedNanos = new long[number];
        AtomicInteger accepted = new AtomicInteger();
        AtomicReference<@Nullable String> trouble = new AtomicReference<>();
        BeatWatch.Load load = watch.begin(name, number);
        Meter meter = new Meter(server);
        long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10);
        for (int i = 0; i < number; i++) {
            int beat = i;
            intended[i] = start + i * intervalNanos;
            sleepUntil(intended[i]);
            put(load, beat, beats.next(beat % beats.workers()), trouble, () -> {
                acceptedNanos[beat] = System.nanoTime();
                accepted.incrementAndGet();
            });
        }
        Patience.await("all beats being accepted", () -> accepted.get() == number || trouble.get() != null);
        check(trouble);
        Used used = meter.used();
        awaitSeen(load, number);
        long[] latencies = new long[number];
        List<Long> lags = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            latencies[i] = acceptedNanos[i] - intended[i];
            if (load.isSeen(i)) {
                lags.add(load.seenNanos(i) - intended[i]);
            }
        }
        Map<String, Double> acceptance = millis(Percentiles.of(latencies));
        acceptance.put("cpu", used.client());
        acceptance.put("serverCpu", used.server());
        return new Outcome(
                acceptance,
                millis(Percentiles.of(lags.stream().mapToLong(Long::longValue).toArray())));
    }

    /** As many as the store takes, with 1,000 outstanding. What is put was made before. */
    Map<String, Double> flood(String name, Duration length) {
        List<Bytes> values = new ArrayList<>();
        for (int worker = 0; worker < beats.workers(); worker++) {
            values.add(beats.next(worker));
        }
        Semaphore room = new Semaphore(OUTSTANDING);
        AtomicInteger accepted = new AtomicInteger();
        AtomicReference<@Nullable String> trouble = new AtomicReference<>();
        BeatWatch.Load load = watch.begin(name, MOST_FLOODED);
        Meter meter = new Meter(server);
        long start = System.nanoTime();
        int sent = 0;
        while (System.nanoTime() - start < length.toNanos() && trouble.get() == null && sent < MOST_FLOODED) {
            acquire(room, 1);
            put(load, sent, values.get(sent % values.size()), trouble, () -> {
                accepted.incrementAndGet();
                room.release();
            });
            sent++;
        }
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        int acceptedInTime = accepted.get();
        Used used = meter.used();
        check(trouble);
        acquire(room, OUTSTANDING);
        check(trouble);
        long drained = System.nanoTime();
        awaitSeen(load, sent);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("rate", acceptedInTime / seconds);
        figures.put("behindMillis", (System.nanoTime() - drained) / NANOS_PER_MILLI);
        figures.put("cpu", used.client());
        figures.put("serverCpu", used.server());
        return figures;
    }

    private void put(
            BeatWatch.Load load,
            int beat,
            Bytes value,
            AtomicReference<@Nullable String> trouble,
            Runnable onAccepted) {
        clients.get(beat % clients.size())
                .commit(beats.commit(load.requestId(beat), beat % beats.workers(), value))
                .whenComplete((result, failure) -> {
                    if (failure != null || !result.accepted()) {
                        trouble.compareAndSet(null, "a beat was not accepted: " + (failure == null ? result : failure));
                    }
                    onAccepted.run();
                });
    }

    /** Of each worker at least the last one is. */
    private void awaitSeen(BeatWatch.Load load, int number) {
        Patience.await("the last beats", () -> {
            for (int i = Math.max(0, number - beats.workers()); i < number; i++) {
                if (!load.isSeen(i)) {
                    return false;
                }
            }
            return true;
        });
    }

    private static void check(AtomicReference<@Nullable String> trouble) {
        String text = trouble.get();
        if (text != null) {
            throw new IllegalStateException(text);
        }
    }

    private static Map<String, Double> millis(Percentiles nanos) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("p50", nanos.at(0.5) / NANOS_PER_MILLI);
        figures.put("p99", nanos.at(0.99) / NANOS_PER_MILLI);
        figures.put("longest", nanos.max() / NANOS_PER_MILLI);
        return figures;
    }

    private static void sleepUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void acquire(Semaphore room, int permits) {
        try {
            if (!room.tryAcquire(permits, DRAIN_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the store did not answer within " + DRAIN_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while beats were put", e);
        }
    }

    /** From its making on. */
    private static final class Meter {
        private final CompanionProcess server;
        private final long startNanos = System.nanoTime();
        private final long clientNanos = Jvm.cpuNanos(ProcessHandle.current());
        private final long serverNanos;

        Meter(CompanionProcess server) {
            this.server = server;
            serverNanos = server.cpuNanos();
        }

        Used used() {
            double elapsed = System.nanoTime() - startNanos;
            return new Used(
                    (Jvm.cpuNanos(ProcessHandle.current()) - clientNanos) / elapsed,
                    (server.cpuNanos() - serverNanos) / elapsed);
        }
    }
}
