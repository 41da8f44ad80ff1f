package dev.gale.testkit.samples;

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

/** Emits sentences, and those that fail again. The sentence is its own message id. */
final class SentenceSpout extends BaseRichSpout {
    private final List<String> sentences;
    private transient Queue<String> left;
    private transient SpoutOutputCollector collector;

    SentenceSpout(String... sentences) {
        this.sentences = List.of(sentences);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("sentence"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
        left = new ArrayDeque<>(sentences);
    }

    @Override
    public void nextTuple() {
        String next = left.poll();
        if (next == null) {
            collector.finish();
        } else {
            collector.emit(new Values(next), next);
        }
    }

    @Override
    public void fail(Object sentence) {
        left.add((String) sentence);
    }
}
