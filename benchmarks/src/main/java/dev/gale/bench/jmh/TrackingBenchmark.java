package dev.gale.bench.jmh;

import dev.gale.engine.ack.AckLedger;
import dev.gale.engine.ack.PendingTable;
import dev.gale.engine.tuple.EdgeIds;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One tree of one edge begins and another ends, with 10,000 under way: in the spout's table, in a dedicated acker's ledger, and, as
 * the baseline, in a hash map.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class TrackingBenchmark {
    private static final int PENDING = 10_000;

    private final EdgeIds edges = new EdgeIds(1);
    private final long[] roots = new long[PENDING];
    private final long[] xors = new long[PENDING];
    private final PendingTable table = new PendingTable(1, () -> 1);
    private final AckLedger ledger = new AckLedger();
    private final Map<Long, long[]> map = new HashMap<>();
    private final Counting outcomes = new Counting();
    private int next;

    private static final class Counting implements AckLedger.Outcomes {
        long completed;

        @Override
        public void completed(long root) {
            completed++;
        }

        @Override
        public void failed(long root) {
            throw new IllegalStateException();
        }

        @Override
        public void expired(long root) {
            throw new IllegalStateException();
        }

        @Override
        public void progressed(long root) {
            throw new IllegalStateException();
        }
    }

    @Setup
    public void fill() {
        for (int i = 0; i < PENDING; i++) {
            roots[i] = table.reserve();
            xors[i] = edges.next();
            table.open(roots[i], xors[i], this, 0, 0);
            ledger.onInit(roots[i], xors[i], outcomes);
            map.put(roots[i], new long[] {xors[i]});
        }
    }

    @Benchmark
    public boolean pendingTable() {
        int i = advance();
        int slot = table.find(roots[i]);
        boolean complete = table.ack(slot, xors[i]);
        table.end(slot);
        roots[i] = table.reserve();
        xors[i] = edges.next();
        table.open(roots[i], xors[i], this, 0, 0);
        return complete;
    }

    @Benchmark
    public long ackLedger() {
        int i = advance();
        ledger.onAck(roots[i], xors[i], outcomes);
        roots[i] += PENDING;
        xors[i] = edges.next();
        ledger.onInit(roots[i], xors[i], outcomes);
        return outcomes.completed;
    }

    @Benchmark
    public boolean hashMap() {
        int i = advance();
        long[] tree = map.remove(roots[i]);
        boolean complete = tree != null && (tree[0] ^= xors[i]) == 0;
        roots[i] += PENDING;
        xors[i] = edges.next();
        map.put(roots[i], new long[] {xors[i]});
        return complete;
    }

    private int advance() {
        next = next + 1 == PENDING ? 0 : next + 1;
        return next;
    }
}
