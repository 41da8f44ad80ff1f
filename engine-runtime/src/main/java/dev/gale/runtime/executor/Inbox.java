package dev.gale.runtime.executor;

import dev.gale.engine.ack.AckBatch;

/**
 * What comes in to one executor: acks, tuples of its own cycle, and tuples from outside. A batch of tuples is as it was emitted, or
 * encoded by another worker.
 */
public final class Inbox {
    private final Lane<AckBatch> control;
    private final Lane<Object> cycle;
    private final Lane<Object> outside;
    private final Wakeup wakeup = new Wakeup();

    /** @param tuples that may wait in each lane */
    public Inbox(int tuples) {
        control = new Lane<>(Math.max(tuples, 1024), wakeup);
        cycle = new Lane<>(tuples, wakeup);
        outside = new Lane<>(tuples, wakeup);
    }

    public Lane<AckBatch> control() {
        return control;
    }

    /** The lane for tuples: within the executor's cycle, or from outside of it. */
    public Lane<Object> tuples(boolean sameCycle) {
        return sameCycle ? cycle : outside;
    }

    public Wakeup wakeup() {
        return wakeup;
    }

    /** How full the fuller lane of tuples is. */
    double fill() {
        return Math.max(cycle.fill(), outside.fill());
    }

    boolean isEmpty() {
        return control.isEmpty() && cycle.isEmpty() && outside.isEmpty();
    }
}
