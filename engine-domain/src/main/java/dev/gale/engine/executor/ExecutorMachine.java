package dev.gale.engine.executor;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.tuple.TupleBatch;

/**
 * One executor, to be stepped by whoever runs it, always on the same thread. The runner brings what its lanes hold: acks at any
 * time, batches of a cycle while {@link #wantsCycle}, batches from outside while {@link #wantsOutside}; it calls {@link #step} until
 * that has nothing to do, {@link #poll} when {@link #nextDeadlineNanos} has come, and {@link #flush} when there is nothing else to
 * do. No method throws what user code throws; that is told to the {@link ExecutorHost}.
 */
public abstract class ExecutorMachine {
    /** What {@link #step} found to do. */
    public enum Step {
        /** Something; call again. */
        WORKED,
        /** Nothing, but user code is to be asked again soon: a spout that had nothing to emit. */
        ASK_AGAIN,
        /** Nothing until something comes in. */
        IDLE
    }

    private final OutboxSet outboxes;
    private final int overflowLimit;

    ExecutorMachine(OutboxSet outboxes, int overflowLimit) {
        this.outboxes = outboxes;
        this.overflowLimit = overflowLimit;
    }

    /** Makes and opens the instances of all tasks. */
    public abstract void open(long nowNanos);

    /** Whether the instances of all tasks are open, and none waits for a new one. */
    public abstract boolean isOpen();

    /** Whether a batch that was taken is not done yet. */
    public boolean isUnderWay() {
        return false;
    }

    /** Whether the next batch from outside may come; not while anything is held back. */
    public abstract boolean wantsOutside();

    /**
     * Whether the next batch of the executor's own cycle may come. Not tied to what is held back, since that may wait for this very
     * executor.
     */
    public abstract boolean wantsCycle();

    /** A batch from outside. */
    public abstract void onOutside(TupleBatch batch);

    /** A batch from the executor's own cycle. */
    public abstract void onCycle(TupleBatch batch);

    /** Acks and their like; the array may be used again after the call. */
    public abstract void onAcks(AckBatch batch, long nowNanos);

    /** Does some of what there is to do; returns soon. */
    public abstract Step step(long nowNanos);

    /** Does what is due: ticks, timeouts, new instances of what failed. Ticks that were missed are one. */
    public abstract void poll(long nowNanos);

    /** When {@link #poll} is to be called next; {@link Long#MAX_VALUE} for never. */
    public abstract long nextDeadlineNanos();

    /** Spouts are asked for tuples from now on, or no longer. */
    public abstract void setActive(boolean active, long nowNanos);

    /** Closes the instances. */
    public abstract void close();

    /** Hands over everything that is accepted. @return whether nothing is left */
    public final boolean flush() {
        return outboxes.flush();
    }

    /** Whether everything was handed over. */
    public final boolean isFlushed() {
        return outboxes.isEmpty();
    }

    /** Tuples that were refused and wait. */
    public final int held() {
        return outboxes.held();
    }

    /** Whether calls that other threads made may be carried out now. */
    public boolean takesCalls() {
        return mayCall();
    }

    /** Whether a call into user code may start. */
    public final boolean mayCall() {
        return outboxes.held() <= overflowLimit;
    }

    final OutboxSet outboxes() {
        return outboxes;
    }
}
