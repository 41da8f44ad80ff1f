package dev.gale.bench;

import dev.gale.api.Values;
import dev.gale.bench.harness.Scenario;

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
