package dev.gale.bench;

import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import dev.gale.bench.harness.Pace;
import dev.gale.bench.harness.Scenario;
import java.util.Map;

/** Emits the time at which the tuple was due. */
final class PacedSpout extends BenchSpout {
    private final int ratePerSecond;
    private transient Pace pace;

    PacedSpout(Scenario scenario) {
        super(scenario);
        this.ratePerSecond = scenario.ratePerSecond();
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        super.open(conf, context, output);
        pace = new Pace(ratePerSecond);
    }

    @Override
    public void nextTuple() {
        long due = pace.poll(System.nanoTime());
        if (due != Pace.NOT_DUE) {
            emit(new Values(due));
        }
    }
}
