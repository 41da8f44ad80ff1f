package dev.gale.examples.topn;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Config;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.Map;

/** Counts tags over the window, and sends the most frequent on at every tick. */
public final class RollingCountBolt extends BaseBasicBolt {
    private final int slots;
    private final double slotSeconds;
    private final int length;

    private transient SlidingCounts counts;

    /** @param length how many tags are sent on */
    public RollingCountBolt(int slots, double slotSeconds, int length) {
        this.slots = slots;
        this.slotSeconds = slotSeconds;
        this.length = length;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(TopList.FIELDS);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, slotSeconds);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        counts = new SlidingCounts(slots);
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        if (input.isTick()) {
            collector.emit(TopList.of(counts.totals(), length).toValues());
            counts.endSlot();
        } else {
            counts.add(input.getStringByField("tag"));
        }
    }
}
