package dev.gale.bench.flink;

import dev.gale.bench.harness.Probe;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Counts each word. The counts are left out of the checkpoints, as Storm's are lost with the process. */
final class WordCount extends RichFlatMapFunction<String, Void> {
    private transient Map<String, Long> counts;
    private transient Probe probe;

    @Override
    public void open(OpenContext context) {
        counts = new HashMap<>();
        probe = Probe.open();
    }

    @Override
    public void flatMap(String word, Collector<Void> none) {
        counts.merge(word, 1L, Long::sum);
        probe.tuple();
    }
}
