package dev.gale.engine.executor;

import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;

/** How far a batch has been executed. */
final class InputCursor {
    private static final StreamTuple[] NONE = {};

    int target;
    StreamTuple[] tuples = NONE;
    int position;
    int count;

    void start(TupleBatch batch) {
        target = batch.target();
        tuples = batch.tuples();
        position = 0;
        count = batch.count();
    }

    boolean isDone() {
        return position == count;
    }
}
