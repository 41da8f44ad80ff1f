package dev.gale.examples.selfcheck;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.List;

/** Counts the words of a line, and says in which process it did. */
final class LineCountBolt extends BaseBasicBolt {
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("id", "counts", "process"));
    }

    @Override
    public void execute(Tuple line, BasicOutputCollector collector) {
        List<?> words = (List<?>) line.getValueByField("words");
        List<String> strings = words.stream().map(String.class::cast).toList();
        collector.emit(new Values(
                line.getLongByField("id"),
                SampleLines.countWords(strings),
                ProcessHandle.current().pid()));
    }
}
