package dev.gale.bench.flink;

import dev.gale.bench.harness.Probe;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Counts and drops. */
final class NullSink<T> extends RichFlatMapFunction<T, Void> {
    private transient Probe probe;

    @Override
    public void open(OpenContext context) {
        probe = Probe.open();
    }

    @Override
    public void flatMap(T value, Collector<Void> none) {
        probe.tuple();
    }
}
