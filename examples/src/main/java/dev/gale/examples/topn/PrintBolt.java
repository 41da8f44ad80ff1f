package dev.gale.examples.topn;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Tuple;
import java.util.stream.Collectors;

/** Prints each list on a line. */
public final class PrintBolt extends BaseBasicBolt {
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        System.out.println(TopList.from(input).entries().stream()
                .map(entry -> entry.key() + " " + entry.count())
                .collect(Collectors.joining(", ")));
    }
}
