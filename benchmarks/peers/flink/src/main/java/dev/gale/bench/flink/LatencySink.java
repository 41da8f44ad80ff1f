package dev.gale.bench.flink;

import dev.gale.bench.harness.Probe;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Records how long ago each record was due. */
final class LatencySink extends RichFlatMapFunction<Long, Void> {
    private transient Probe probe;

    @Override
    public void open(OpenContext context) {
        probe = Probe.open();
    }

    @Override
    public void flatMap(Long due, Collector<Void> none) {
        probe.tupleDueAt(due);
    }
}
