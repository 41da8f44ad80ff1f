package dev.gale.bench.harness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * The counter in the last stage of a topology. Each instance of that stage opens its own, in the process and class
 * loader of the harness, and only the thread that runs the instance writes to it: counting is a plain add and an
 * ordered store, the same cost for every engine.
 */
public final class Probe {
    private static final VarHandle COUNT;
    private static final List<Probe> OPEN = new CopyOnWriteArrayList<>();
    private static final long HIGHEST_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int COUNT_SLOT = 8;
    private static final int SLOTS = 24;

    static {
        COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    }

    /** One used element in the middle, so that no other object's writes share its cache line. */
    private final long[] slots = new long[SLOTS];

    private final SingleWriterRecorder latencies = new SingleWriterRecorder(HIGHEST_LATENCY_NANOS, SIGNIFICANT_DIGITS);

    private Probe() {}

    /** A new probe whose counts are part of the totals from now on. */
    public static Probe open() {
        Probe probe = new Probe();
        OPEN.add(probe);
        return probe;
    }

    /** Counts one tuple. */
    public void tuple() {
        tuples(1);
    }

    /** Counts several tuples that arrived together. */
    public void tuples(int number) {
        COUNT.setRelease(slots, COUNT_SLOT, slots[COUNT_SLOT] + number);
    }

    /** Counts one tuple and records how long ago, by {@link System#nanoTime}, it was meant to be emitted. */
    public void tupleDueAt(long intendedNanos) {
        long elapsed = System.nanoTime() - intendedNanos;
        latencies.recordValue(Math.max(0, Math.min(elapsed, HIGHEST_LATENCY_NANOS)));
        tuples(1);
    }

    /** Tuples counted so far by all probes of this process. */
    static long total() {
        long total = 0;
        for (Probe probe : OPEN) {
            total += (long) COUNT.getAcquire(probe.slots, COUNT_SLOT);
        }
        return total;
    }

    /** Latencies in nanoseconds recorded by all probes since the last call. */
    static Histogram drainLatencies() {
        Histogram sum = new Histogram(HIGHEST_LATENCY_NANOS, SIGNIFICANT_DIGITS);
        for (Probe probe : OPEN) {
            sum.add(probe.latencies.getIntervalHistogram());
        }
        return sum;
    }
}
