package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;

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
