package dev.gale.bench;

import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.bench.harness.Scenario;

/** A sentence into its words. */
final class SplitBolt extends BenchBolt {
    SplitBolt(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void execute(Tuple tuple) {
        for (String word : tuple.getString(0).split(" ")) {
            emit(tuple, new Values(word));
        }
        done(tuple);
    }
}
