package dev.gale.bench.storm;

import dev.gale.bench.harness.Scenario;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/** Anchors and acks if the scenario is acked. */
abstract class BenchBolt extends BaseRichBolt {
    private final boolean acked;
    private transient OutputCollector collector;

    BenchBolt(Scenario scenario) {
        this.acked = scenario.acked();
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
    }

    final void emit(Tuple anchor, List<Object> values) {
        if (acked) {
            collector.emit(anchor, values);
        } else {
            collector.emit(values);
        }
    }

    final void done(Tuple tuple) {
        if (acked) {
            collector.ack(tuple);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("value"));
    }
}
