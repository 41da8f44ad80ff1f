package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.SharedCounters;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** One constant small string a tuple, with a message id if the scenario is acked; counts what becomes of them. */
final class CountingSpout extends BaseRichSpout {
    private final boolean acked;
    private transient SharedCounters counters;
    private transient SpoutOutputCollector collector;
    private transient long nextMessageId;

    CountingSpout(boolean acked) {
        this.acked = acked;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
        counters = SharedCounters.ofSource(String.valueOf(conf.get(SharedCounters.DIRECTORY_KEY)));
        collector = output;
    }

    @Override
    public void nextTuple() {
        counters.tuple();
        if (acked) {
            collector.emit(new Values(Scenario.PAYLOAD), nextMessageId++);
        } else {
            collector.emit(new Values(Scenario.PAYLOAD));
        }
    }

    @Override
    public void ack(Object messageId) {
        counters.acked();
    }

    @Override
    public void fail(Object messageId) {
        counters.failed();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("value"));
    }
}
