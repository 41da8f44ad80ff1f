package dev.gale.examples.routing;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Tuple;

/** Prints what could not be parsed. */
public final class RejectBolt extends BaseBasicBolt {
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        System.out.printf("rejected '%s': %s%n", input.getStringByField("text"), input.getStringByField("reason"));
    }
}
