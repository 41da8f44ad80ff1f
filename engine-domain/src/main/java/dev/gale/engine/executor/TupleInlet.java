package dev.gale.engine.executor;

import dev.gale.engine.tuple.TupleBatch;

/** Where batches for one lane of an executor in the same worker go. */
public interface TupleInlet {
    /** @return false if there is no room now; the batch is the caller's still */
    boolean offer(TupleBatch batch);
}
