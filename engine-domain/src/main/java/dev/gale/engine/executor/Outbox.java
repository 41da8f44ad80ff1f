package dev.gale.engine.executor;

import dev.gale.engine.tuple.StreamTuple;
import java.util.List;

/**
 * What one executor has for one task. Takes every tuple, keeps what cannot be handed over yet, and keeps the order. Used by its
 * executor's thread alone.
 */
public abstract class Outbox {
    private final int task;
    private final List<Integer> taskIds;
    private final OutboxSet set;
    private boolean listed;

    /** @param set the outboxes of the same executor */
    protected Outbox(int task, OutboxSet set) {
        this.task = task;
        this.set = set;
        taskIds = List.of(task);
    }

    public final int task() {
        return task;
    }

    /** A list of the one task. */
    public final List<Integer> taskIds() {
        return taskIds;
    }

    /**
     * Takes a tuple.
     *
     * @throws IllegalArgumentException if a value cannot be encoded; the outbox is as before then
     */
    public abstract void add(StreamTuple tuple);

    /** Hands over what there is. @return whether nothing is left */
    protected abstract boolean flush();

    /** To be called when something is to be flushed. */
    protected final void list() {
        if (!listed) {
            listed = true;
            set.list(this);
        }
    }

    final void unlist() {
        listed = false;
    }

    /** To be called with the number of tuples that were refused, or, negative, accepted at last. */
    protected final void held(int tuples) {
        set.held(tuples);
    }
}
