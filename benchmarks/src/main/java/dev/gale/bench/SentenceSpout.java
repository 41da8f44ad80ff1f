package dev.gale.bench;

import dev.gale.api.Values;
import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Sentences;

/** The sentences in turn. */
final class SentenceSpout extends BenchSpout {
    private int next;

    SentenceSpout(Scenario scenario) {
        super(scenario);
    }

    @Override
    public void nextTuple() {
        emit(new Values(Sentences.ALL.get(next)));
        next = next + 1 == Sentences.ALL.size() ? 0 : next + 1;
    }
}
