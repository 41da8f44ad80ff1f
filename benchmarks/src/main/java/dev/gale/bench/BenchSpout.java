package dev.gale.bench;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.bench.harness.Scenario;
import java.util.List;
import java.util.Map;

/** Emits with a message id if the scenario is acked; acks and fails need no action. */
abstract class BenchSpout extends BaseRichSpout {
    private final boolean acked;
    private transient SpoutOutputCollector collector;
    private transient long nextMessageId;

    BenchSpout(Scenario scenario) {
        this.acked = scenario.acked();
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        collector = output;
    }

    final void emit(List<Object> values) {
        if (acked) {
            collector.emit(values, nextMessageId++);
        } else {
            collector.emit(values);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("value"));
    }
}
