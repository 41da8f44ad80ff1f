package dev.gale.testkit;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** Emits numbers from 0, each with how often it was emitted before, until every one is acked. */
final class ReplayingSpout extends BaseRichSpout {
    private final int numbers;
    private transient SpoutOutputCollector collector;
    private transient Queue<Integer> left;
    private transient Map<Integer, Integer> fails;

    ReplayingSpout(int numbers) {
        this.numbers = numbers;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number", "fails"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
        left = new ArrayDeque<>();
        fails = new TreeMap<>();
        for (int i = 0; i < numbers; i++) {
            left.add(i);
        }
    }

    @Override
    public void nextTuple() {
        Integer next = left.poll();
        if (next == null) {
            collector.finish();
        } else {
            collector.emit(new Values(next, fails.getOrDefault(next, 0)), next);
        }
    }

    @Override
    public void fail(Object number) {
        fails.merge((Integer) number, 1, Integer::sum);
        left.add((Integer) number);
    }
}
