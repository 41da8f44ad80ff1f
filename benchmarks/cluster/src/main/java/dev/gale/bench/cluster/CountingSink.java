package dev.gale.bench.cluster;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.bench.harness.SharedCounters;
import java.util.Map;

/** Counts and drops; acks if the scenario is acked. */
final class CountingSink extends BaseRichBolt {
    private final boolean acked;
    private transient SharedCounters counters;
    private transient OutputCollector collector;

    CountingSink(boolean acked) {
        this.acked = acked;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        counters = SharedCounters.ofSink(String.valueOf(conf.get(SharedCounters.DIRECTORY_KEY)));
        collector = output;
    }

    @Override
    public void execute(Tuple tuple) {
        counters.tuple();
        if (acked) {
            collector.ack(tuple);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // The last stage.
    }
}
