package dev.gale.bench;

import dev.gale.api.OutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.bench.harness.Probe;
import dev.gale.bench.harness.Scenario;
import java.util.Map;

/** Counts and drops. */
final class NullBolt extends BenchBolt {
    private final boolean paced;
    private transient Probe probe;

    NullBolt(Scenario scenario) {
        super(scenario);
        this.paced = scenario.paced();
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        super.prepare(conf, context, output);
        probe = Probe.open();
    }

    @Override
    public void execute(Tuple tuple) {
        if (paced) {
            probe.tupleDueAt(tuple.getLong(0));
        } else {
            probe.tuple();
        }
        done(tuple);
    }
}
