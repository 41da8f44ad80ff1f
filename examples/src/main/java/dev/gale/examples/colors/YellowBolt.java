package dev.gale.examples.colors;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.Map;

/** The end of the way. Prints the first numbers that reach each task. */
public final class YellowBolt extends BaseBasicBolt {
    private static final int PRINTED = 2;

    private transient int task;
    private transient int received;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        task = context.getThisTaskId();
        received = 0;
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        if (received++ < PRINTED) {
            System.out.printf(
                    "%s -> yellow %d: %d%n", input.getStringByField("path"), task, input.getIntegerByField("number"));
        }
    }
}
