package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import java.util.Collections;
import org.apache.storm.tuple.Tuple;

/** A sentence into its words. */
final class SplitBolt extends BenchBolt {
    SplitBolt(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void execute(Tuple tuple) {
        for (String word : tuple.getString(0).split(" ")) {
            emit(tuple, Collections.singletonList(word));
        }
        done(tuple);
    }
}
