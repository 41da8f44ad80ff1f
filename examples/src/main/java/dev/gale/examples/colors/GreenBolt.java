package dev.gale.examples.colors;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.Map;

/** Passes each number on, with the way that it took. Anchors what it emits to its input, and acks that. */
public final class GreenBolt extends BaseRichBolt {
    private transient OutputCollector collector;
    private transient int task;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number", "path"));
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector boltCollector) {
        collector = boltCollector;
        task = context.getThisTaskId();
    }

    @Override
    public void execute(Tuple input) {
        String path = "blue " + input.getSourceTask() + " -> green " + task;
        collector.emit(input, new Values(input.getIntegerByField("number"), path));
        collector.ack(input);
    }
}
