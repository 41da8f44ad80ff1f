package dev.gale.bench;

import dev.gale.bench.harness.Scenario;
import dev.gale.api.Values;

/** One constant small string a tuple. */
final class ConstantSpout extends BenchSpout {
    ConstantSpout(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void nextTuple() {
        emit(new Values(Scenario.PAYLOAD));
    }
}
