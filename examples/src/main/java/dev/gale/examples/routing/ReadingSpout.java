package dev.gale.examples.routing;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;

/** Emits a list of texts, each with its position as message id, and again those that failed. Meant for one task. */
public final class ReadingSpout extends BaseRichSpout {
    private final List<String> texts;

    private transient SpoutOutputCollector collector;
    private transient Queue<Integer> due;

    public ReadingSpout(List<String> texts) {
        this.texts = List.copyOf(texts);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("text"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
        due = new ArrayDeque<>(IntStream.range(0, texts.size()).boxed().toList());
    }

    @Override
    public void nextTuple() {
        if (due.isEmpty()) {
            collector.finish();
        } else {
            Integer position = due.remove();
            collector.emit(new Values(texts.get(position)), position);
        }
    }

    @Override
    public void fail(Object position) {
        due.add((Integer) position);
    }
}
