package dev.gale.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;

/** An endless source that saves how far it came in each snapshot. */
abstract class BenchSource extends AbstractProcessor {
    /** Items per call, so that the thread gets to the other processors soon enough. */
    private static final int MOST_PER_CALL = 1_000;

    private long emitted;

    /** The next item, or null if none is due. Called again for the same item only after {@link #taken}. */
    abstract Object next();

    /** The last item of {@link #next} was handed on. */
    abstract void taken();

    @Override
    public final boolean complete() {
        for (int i = 0; i < MOST_PER_CALL; i++) {
            Object item = next();
            if (item == null || !tryEmit(item)) {
                return false;
            }
            taken();
            emitted++;
        }
        return false;
    }

    @Override
    public final boolean saveToSnapshot() {
        return tryEmitToSnapshot(BroadcastKey.broadcastKey("emitted"), emitted);
    }

    @Override
    protected final void restoreFromSnapshot(Object key, Object value) {
        emitted = Math.max(emitted, (Long) value);
    }
}
