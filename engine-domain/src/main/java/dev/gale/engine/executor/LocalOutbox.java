package dev.gale.engine.executor;

import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For a task in the same worker: tuples are handed over as they are, in arrays. An array starts small when the last one was handed
 * over with little in it, so that a quiet stream does not allocate full ones.
 */
public final class LocalOutbox extends Outbox {
    private static final int SMALL = 8;

    private final int batchSize;
    private final TupleInlet inlet;
    private final ArrayDeque<TupleBatch> refused = new ArrayDeque<>();

    private StreamTuple @Nullable [] batch;
    private int count;
    private int nextLength = SMALL;

    /** @param batchSize tuples that are handed over together at most */
    public LocalOutbox(int task, OutboxSet set, TupleInlet inlet, int batchSize) {
        super(task, set);
        this.inlet = inlet;
        this.batchSize = batchSize;
    }

    @Override
    public void add(StreamTuple tuple) {
        StreamTuple[] tuples = batch;
        if (tuples == null) {
            tuples = batch = new StreamTuple[Math.min(nextLength, batchSize)];
            list();
        } else if (count == tuples.length) {
            tuples = batch = Arrays.copyOf(tuples, Math.min(2 * count, batchSize));
        }
        tuples[count++] = tuple;
        if (count == batchSize) {
            handOver(tuples);
        }
    }

    @Override
    protected boolean flush() {
        TupleBatch first;
        while ((first = refused.peek()) != null) {
            if (!inlet.offer(first)) {
                return false;
            }
            refused.poll();
            held(-first.count());
        }
        if (batch != null) {
            handOver(batch);
        }
        return refused.isEmpty();
    }

    private void handOver(StreamTuple[] tuples) {
        TupleBatch full = new TupleBatch(task(), tuples, count);
        nextLength = count > SMALL ? batchSize : SMALL;
        batch = null;
        count = 0;
        if (!refused.isEmpty() || !inlet.offer(full)) {
            refused.add(full);
            held(full.count());
            list();
        }
    }
}
