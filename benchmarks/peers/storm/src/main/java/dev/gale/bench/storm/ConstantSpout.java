package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import java.util.Collections;

/** One constant small string a tuple. */
final class ConstantSpout extends BenchSpout {
    ConstantSpout(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void nextTuple() {
        emit(Collections.singletonList(Scenario.PAYLOAD));
    }
}
