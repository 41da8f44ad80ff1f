package dev.gale.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import dev.gale.bench.harness.Probe;

/** Counts and drops. */
final class NullSink extends AbstractProcessor {
    private final boolean paced;
    private Probe probe;

    NullSink(boolean paced) {
        this.paced = paced;
    }

    @Override
    protected void init(Context context) {
        probe = Probe.open();
    }

    @Override
    protected boolean tryProcess0(Object item) {
        if (paced) {
            probe.tupleDueAt((Long) item);
        } else {
            probe.tuple();
        }
        return true;
    }
}
