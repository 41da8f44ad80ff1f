package dev.gale.examples.topn;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Config;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.HashMap;
import java.util.Map;

/** Keeps the newest list of each counting task, and sends the top of them all on at every tick. */
public final class TopBolt extends BaseBasicBolt {
    private final double tickSeconds;
    private final int length;

    private transient Map<Integer, TopList> newestByTask;

    public TopBolt(double tickSeconds, int length) {
        this.tickSeconds = tickSeconds;
        this.length = length;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(TopList.FIELDS);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, tickSeconds);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        newestByTask = new HashMap<>();
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        if (!input.isTick()) {
            newestByTask.put(input.getSourceTask(), TopList.from(input));
        } else if (!newestByTask.isEmpty()) {
            collector.emit(TopList.merge(newestByTask.values(), length).toValues());
        }
    }
}
