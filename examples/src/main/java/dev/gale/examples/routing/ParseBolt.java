package dev.gale.examples.routing;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.List;
import java.util.Map;

/** Parses readings. A valid one goes to the store that keeps its region, an invalid one is explained on a stream of its own. */
public final class ParseBolt extends BaseRichBolt {
    static final String VALID = "valid";
    static final String INVALID = "invalid";

    private final String storeComponent;

    private transient OutputCollector collector;
    private transient List<Integer> stores;

    public ParseBolt(String storeComponent) {
        this.storeComponent = storeComponent;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declareStream(VALID, true, new Fields("region", "celsius"));
        declarer.declareStream(INVALID, new Fields("text", "reason"));
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector boltCollector) {
        collector = boltCollector;
        stores = context.getComponentTasks(storeComponent);
    }

    @Override
    public void execute(Tuple input) {
        String text = input.getStringByField("text");
        Reading reading = Reading.parse(text);
        if (reading instanceof Reading.Valid valid) {
            int task = stores.get(valid.store(stores.size()));
            collector.emitDirect(task, VALID, input, new Values(valid.region(), valid.celsius()));
        } else if (reading instanceof Reading.Invalid invalid) {
            collector.emit(INVALID, input, new Values(text, invalid.reason()));
        }
        collector.ack(input);
    }
}
