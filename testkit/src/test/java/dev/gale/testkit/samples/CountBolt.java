package dev.gale.testkit.samples;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.Map;
import java.util.TreeMap;

/** Counts words, and emits its counts once a minute. */
final class CountBolt extends BaseBasicBolt {
    private transient Map<String, Long> counts;

    Map<String, Long> counts() {
        return counts;
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 60);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "count"));
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        counts = new TreeMap<>();
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        if (input.isTick()) {
            counts.forEach((word, count) -> collector.emit(new Values(word, count)));
        } else {
            counts.merge(input.getStringByField("word"), 1L, Long::sum);
        }
    }
}
