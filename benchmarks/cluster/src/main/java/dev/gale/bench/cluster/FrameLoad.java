package dev.gale.bench.cluster;

import dev.gale.bench.harness.Percentiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The sender's side: floods, and pings. */
final class FrameLoad implements FrameLink.Handler {
    private static final long PATIENCE_SECONDS = 30;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final int LOOK_AT_CLOCK = 64;

    private final List<ProcessHandle> processes;
    private final BlockingQueue<Long> totals = new LinkedBlockingQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private volatile long[] roundTrips = new long[0];

    /** @param processes whose use of the processor counts: both ends, and what they share */
    FrameLoad(List<ProcessHandle> processes) {
        this.processes = processes;
    }

    @Override
    public void frame(FrameLink link, ByteBuffer frame) {
        if (Frames.kind(frame) == Frames.TOTAL) {
            totals.add(Frames.number(frame));
            return;
        }
        long took = System.nanoTime() - Frames.number(frame);
        long[] into = roundTrips;
        int index = answered.get();
        if (index < into.length) {
            into[index] = took;
        }
        // One thread at a time is here; the sender reads when all have come.
        answered.incrementAndGet();
    }

    @Override
    public void room(FrameLink link) {
        // Who sends waits for it.
    }

    /** As fast as frames are taken. The time ends when all have arrived. */
    Map<String, Double> flood(FrameLink link, int bytes, Duration length) throws IOException, InterruptedException {
        ByteBuffer frame = Frames.of(bytes, Frames.COUNTED);
        long cpu = cpuNanos();
        long start = System.nanoTime();
        long sent = 0;
        while (sent % LOOK_AT_CLOCK != 0 || System.nanoTime() - start < length.toNanos()) {
            send(link, frame);
            sent++;
        }
        send(link, Frames.of(bytes, Frames.TOTAL));
        link.flush();
        Long arrived = totals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        double nanos = System.nanoTime() - start;
        if (arrived == null || arrived != sent) {
            throw new IllegalStateException("of " + sent + " frames " + arrived + " arrived");
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("rate", sent * NANOS_PER_SECOND / nanos);
        figures.put("mbPerSecond", sent * (double) bytes / BYTES_PER_MEGABYTE * NANOS_PER_SECOND / nanos);
        figures.put("cpu", (cpuNanos() - cpu) / nanos);
        return figures;
    }

    /**
     * At a fixed rate, each to come back. A round trip begins when its frame is offered, or, when the sender has fallen behind by a
     * frame or more, when it was due.
     */
    Map<String, Double> pings(FrameLink link, int bytes, int perSecond, Duration length)
            throws IOException, InterruptedException {
        long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        int number = (int) (length.toNanos() / interval);
        answered.set(0);
        roundTrips = new long[number];
        long cpu = cpuNanos();
        long start = System.nanoTime();
        for (int i = 0; i < number; i++) {
            long due = start + i * interval;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            ByteBuffer frame = Frames.of(bytes, Frames.PING);
            long now = System.nanoTime();
            Frames.number(frame, now - due >= interval ? due : now);
            send(link, frame);
            link.flush();
        }
        Patience.await("all answers", () -> answered.get() >= number);
        double nanos = System.nanoTime() - start;
        Percentiles percentiles = Percentiles.of(roundTrips);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("p50", percentiles.at(0.5) / NANOS_PER_MICRO);
        figures.put("p99", percentiles.at(0.99) / NANOS_PER_MICRO);
        figures.put("p999", percentiles.at(0.999) / NANOS_PER_MICRO);
        figures.put("cpu", (cpuNanos() - cpu) / nanos);
        return figures;
    }

    private static void send(FrameLink link, ByteBuffer frame) throws IOException, InterruptedException {
        while (!link.offer(frame)) {
            link.awaitRoom();
        }
    }

    private long cpuNanos() {
        return processes.stream().mapToLong(Jvm::cpuNanos).sum();
    }
}
