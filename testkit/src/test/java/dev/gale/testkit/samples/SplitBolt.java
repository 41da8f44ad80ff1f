package dev.gale.testkit.samples;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.FailedException;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Tuple;
import dev.gale.api.Values;

/** Emits the words of a sentence. */
final class SplitBolt extends BaseBasicBolt {
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word"));
    }

    @Override
    public void execute(Tuple sentence, BasicOutputCollector collector) {
        String text = sentence.getString(0);
        if (text.isBlank()) {
            throw new FailedException("A sentence has words");
        }
        for (String word : text.split(" ")) {
            collector.emit(new Values(word));
        }
    }
}
