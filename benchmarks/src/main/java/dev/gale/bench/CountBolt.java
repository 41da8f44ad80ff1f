package dev.gale.bench;

import dev.gale.api.OutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.bench.harness.Probe;
import dev.gale.bench.harness.Scenario;
import java.util.HashMap;
import java.util.Map;

/** Counts each word. */
final class CountBolt extends BenchBolt {
    private transient Map<String, Long> counts;
    private transient Probe probe;

    CountBolt(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        super.prepare(conf, context, output);
        counts = new HashMap<>();
        probe = Probe.open();
    }

    @Override
    public void execute(Tuple tuple) {
        counts.merge(tuple.getString(0), 1L, Long::sum);
        probe.tuple();
        done(tuple);
    }
}
