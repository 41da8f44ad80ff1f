package dev.gale.examples.selfcheck;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.List;

/** Splits a line and counts its words in one go. */
final class LineResultBolt extends BaseBasicBolt {
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("id", "counts"));
    }

    @Override
    public void execute(Tuple line, BasicOutputCollector collector) {
        String text = line.getStringByField("text");
        List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
        collector.emit(new Values(line.getLongByField("id"), SampleLines.countWords(words)));
    }
}
