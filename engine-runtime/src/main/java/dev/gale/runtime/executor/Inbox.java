package dev.gale.runtime.executor;

import dev.gale.engine.ack.AckBatch;

/**
 * What comes in to one executor: acks, tuples of its own cycle, and tuples from outside. A batch of tuples is as it was emitted, or
 * encoded by another worker.
 */
public final class Inbox {
    /**
     * Messages that may wait in the control lane. More than a spout has pending by far, since a root may have many acks under way;
     * what is refused is merged by root, which costs more than to let it wait here.
     */
    private static final int CONTROL_MESSAGES = 128 * 1024;

    private final Lane<AckBatch> control;
    private final Lane<Object> cycle;
    private final Lane<Object> outside;
    private final Wakeup wakeup = new Wakeup();

    /** @param tuples that may wait in each lane */
    public Inbox(int tuples) {
        control = new Lane<>(CONTROL_MESSAGES, wakeup, false);
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
