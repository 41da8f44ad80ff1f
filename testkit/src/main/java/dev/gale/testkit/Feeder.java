package dev.gale.testkit;

import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import java.util.Map;

/** Emits what a test feeds; has nothing of its own. */
final class Feeder implements Spout {
    private transient SpoutOutputCollector collector;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
    }

    @Override
    public void nextTuple() {}

    SpoutOutputCollector collector() {
        return collector;
    }
}
