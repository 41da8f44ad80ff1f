package dev.gale.bench.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import dev.gale.bench.harness.Probe;
import java.util.HashMap;
import java.util.Map;

/** Counts each word. The counts are left out of the snapshots, as Storm's are lost with the process. */
final class WordCount extends AbstractProcessor {
    private final Map<String, Long> counts = new HashMap<>();
    private Probe probe;

    @Override
    protected void init(Context context) {
        probe = Probe.open();
    }

    @Override
    protected boolean tryProcess0(Object item) {
        counts.merge((String) item, 1L, Long::sum);
        probe.tuple();
        return true;
    }
}
