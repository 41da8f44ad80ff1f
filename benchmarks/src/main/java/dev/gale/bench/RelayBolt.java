package dev.gale.bench;

import dev.gale.api.Tuple;
import dev.gale.bench.harness.Scenario;

/** Hands on what it gets. */
final class RelayBolt extends BenchBolt {
    RelayBolt(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void execute(Tuple tuple) {
        emit(tuple, tuple.getValues());
        done(tuple);
    }
}
