package dev.gale.testkit;

import dev.gale.engine.executor.TupleInlet;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TrackedTuple;
import dev.gale.engine.tuple.TupleBatch;
import dev.gale.engine.tuple.TupleOrigin;

/** On the way from a feeder: its tuples say that they come from the task in whose place they were emitted. */
final class FeedInlet implements TupleInlet {
    private final TupleInlet inlet;
    private final int task;

    FeedInlet(TupleInlet inlet, int task) {
        this.inlet = inlet;
        this.task = task;
    }

    @Override
    public boolean offer(TupleBatch batch) {
        StreamTuple[] renamed = new StreamTuple[batch.count()];
        for (int i = 0; i < renamed.length; i++) {
            renamed[i] = renamed(batch.tuples()[i]);
        }
        return inlet.offer(new TupleBatch(batch.target(), renamed, renamed.length));
    }

    private StreamTuple renamed(StreamTuple tuple) {
        TupleOrigin from = tuple.origin();
        TupleOrigin origin = new TupleOrigin(from.component(), task, from.stream(), from.fields(), from.fingerprint());
        return tuple instanceof TrackedTuple tracked
                ? new TrackedTuple(origin, tuple.values(), tracked.root(), tracked.xor())
                : new StreamTuple(origin, tuple.values());
    }
}
