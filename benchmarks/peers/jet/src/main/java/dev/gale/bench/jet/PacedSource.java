package dev.gale.bench.jet;

import dev.gale.bench.harness.Pace;

/** Emits the time at which the item was due. */
final class PacedSource extends BenchSource {
    private final Pace pace;
    private Long due;

    PacedSource(int ratePerSecond) {
        this.pace = new Pace(ratePerSecond);
    }

    @Override
    Object next() {
        if (due == null) {
            long next = pace.poll(System.nanoTime());
            due = next == Pace.NOT_DUE ? null : (Long) next;
        }
        return due;
    }

    @Override
    void taken() {
        due = null;
    }
}
