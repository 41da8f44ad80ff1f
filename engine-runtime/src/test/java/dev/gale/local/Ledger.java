package dev.gale.local;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** What a {@link LedgerSpout} did and was told, by source id from 1. */
final class Ledger {
    final int sources;
    final AtomicLong emits = new AtomicLong();
    final AtomicLong acks = new AtomicLong();
    final AtomicLong fails = new AtomicLong();
    final AtomicIntegerArray emitsOf;
    final AtomicIntegerArray acksOf;
    final AtomicIntegerArray failsOf;

    Ledger(int sources) {
        this.sources = sources;
        emitsOf = new AtomicIntegerArray(sources + 1);
        acksOf = new AtomicIntegerArray(sources + 1);
        failsOf = new AtomicIntegerArray(sources + 1);
    }

    void emitted(int id) {
        emits.incrementAndGet();
        emitsOf.incrementAndGet(id);
    }

    void acked(int id) {
        acks.incrementAndGet();
        acksOf.incrementAndGet(id);
    }

    void failed(int id) {
        fails.incrementAndGet();
        failsOf.incrementAndGet(id);
    }

    /** Ids that were acked at least once. */
    int distinctAcked() {
        return over(acksOf, 0);
    }

    int ackedMoreThanOnce() {
        return over(acksOf, 1);
    }

    int distinctFailed() {
        return over(failsOf, 0);
    }

    private static int over(AtomicIntegerArray counts, int limit) {
        int count = 0;
        for (int id = 1; id < counts.length(); id++) {
            count += counts.get(id) > limit ? 1 : 0;
        }
        return count;
    }

    @Override
    public String toString() {
        return "of " + sources + " sources emits=" + emits + " acks=" + acks + " fails=" + fails + " distinct acked="
                + distinctAcked();
    }
}
