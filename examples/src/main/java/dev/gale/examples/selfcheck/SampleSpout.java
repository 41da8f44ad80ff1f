package dev.gale.examples.selfcheck;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;

/** Emits the lines, each with its id as message id, and again those that failed. The tasks take turns. */
final class SampleSpout extends BaseRichSpout {
    private final SampleLines lines;

    private transient SpoutOutputCollector collector;
    private transient Queue<Long> failed;
    private transient long nextId;
    private transient int tasks;

    SampleSpout(SampleLines lines) {
        this.lines = lines;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("id", "text"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
        failed = new ArrayDeque<>();
        nextId = context.getThisTaskIndex();
        tasks = context.getComponentTasks(context.getThisComponentId()).size();
    }

    @Override
    public void nextTuple() {
        if (!failed.isEmpty()) {
            emit(failed.remove());
        } else if (nextId < lines.count()) {
            emit(nextId);
            nextId += tasks;
        } else {
            collector.finish();
        }
    }

    @Override
    public void fail(Object id) {
        failed.add((Long) id);
    }

    private void emit(Long id) {
        collector.emit(new Values(id, lines.text(id)), id);
    }
}
