package dev.gale.bench;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.bench.harness.Scenario;
import java.util.List;
import java.util.Map;

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
