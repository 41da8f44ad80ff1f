package dev.gale.examples.selfcheck;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Emits the lines, each with its id as message id, and again those that failed. The tasks take turns. While the brake is there, a file,
 * the first half of the lines come at a steady pace, the others slowly, and each task holds its last one back, so that a run lasts as
 * long as somebody wants it to.
 */
final class SampleSpout extends BaseRichSpout {
    private static final long BRAKED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int STEADY_LINES = 10;

    private final SampleLines lines;
    private final URI brake;

    private transient SpoutOutputCollector collector;
    private transient Queue<Long> failed;
    private transient long nextId;
    private transient int tasks;
    private transient boolean braked;
    private transient long nextNanos;
    private transient int left;

    SampleSpout(SampleLines lines, Path brake) {
        this.lines = lines;
        this.brake = brake.toUri();
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
        braked = true;
        nextNanos = System.nanoTime();
    }

    @Override
    public void nextTuple() {
        if (!failed.isEmpty()) {
            emit(failed.remove());
        } else if (nextId < lines.count()) {
            if (mayEmit()) {
                emit(nextId);
                nextId += tasks;
            }
        } else {
            collector.finish();
        }
    }

    @Override
    public void fail(Object id) {
        failed.add((Long) id);
    }

    private boolean mayEmit() {
        if (braked && left > 0) {
            left--;
        } else if (braked) {
            long now = System.nanoTime();
            if (now - nextNanos < 0) {
                return false;
            }
            nextNanos = now + BRAKED_NANOS;
            braked = Files.exists(Path.of(brake));
            left = nextId < lines.count() / 2 ? STEADY_LINES - 1 : 0;
        }
        return !braked || nextId + tasks < lines.count();
    }

    private void emit(Long id) {
        collector.emit(new Values(id, lines.text(id)), id);
    }
}
