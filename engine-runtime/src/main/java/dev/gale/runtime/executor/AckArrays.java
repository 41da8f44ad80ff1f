package dev.gale.runtime.executor;

import dev.gale.engine.ack.AckOutbox;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A small pool of the arrays that ack batches travel in, for all executors of a worker. Losing one is harmless. */
public final class AckArrays implements AckOutbox.Arrays {
    private static final int SLOTS = 256;
    private static final int TRIES = 4;

    private final AtomicReferenceArray<long[]> slots = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger takes = new AtomicInteger();
    private final AtomicInteger gives = new AtomicInteger();

    @Override
    public long[] take() {
        for (int i = 0; i < TRIES; i++) {
            long[] found = slots.getAndSet(takes.getAndIncrement() & SLOTS - 1, null);
            if (found != null) {
                return found;
            }
        }
        return new long[2 * AckOutbox.BATCH];
    }

    void give(long[] pairs) {
        if (pairs.length == 2 * AckOutbox.BATCH) {
            slots.set(gives.getAndIncrement() & SLOTS - 1, pairs);
        }
    }
}
