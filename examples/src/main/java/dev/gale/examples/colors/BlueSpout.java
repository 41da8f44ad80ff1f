package dev.gale.examples.colors;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;

/** Emits the numbers from 1, each with itself as message id, and again those that failed. */
public final class BlueSpout extends BaseRichSpout {
    /** Numbers of each task. */
    static final int COUNT = 300;

    private transient SpoutOutputCollector collector;
    private transient Queue<Integer> failed;
    private transient int last;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
        failed = new ArrayDeque<>();
        last = 0;
    }

    @Override
    public void nextTuple() {
        if (!failed.isEmpty()) {
            emit(failed.remove());
        } else if (last < COUNT) {
            emit(++last);
        } else {
            collector.finish();
        }
    }

    @Override
    public void fail(Object number) {
        failed.add((Integer) number);
    }

    private void emit(Integer number) {
        collector.emit(new Values(number), number);
    }
}
