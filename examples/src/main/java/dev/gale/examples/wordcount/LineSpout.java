package dev.gale.examples.wordcount;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Emits the lines of files, each with its place as message id. Keeps a line until it is acked and emits it again when it fails. The
 * tasks of this spout share the lines among them.
 */
public final class LineSpout extends BaseRichSpout {
    /** Lines are kept for a replay, so there is a limit on their bytes beside max pending's on their number. */
    private static final int MAX_PENDING_BYTES = 4 * 1024 * 1024;

    private final TextInput input;

    private transient SpoutOutputCollector collector;
    private transient LineSource source;
    private transient Map<Long, Line> pending;
    private transient Queue<Line> failed;
    private transient int pendingBytes;

    public LineSpout(TextInput input) {
        this.input = input;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("place", "text", "word"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        collector = spoutCollector;
        source = new LineSource(input, context.getThisTaskIndex(), tasks);
        pending = new HashMap<>();
        failed = new ArrayDeque<>();
        pendingBytes = 0;
    }

    @Override
    public void nextTuple() {
        Line again = failed.poll();
        if (again != null) {
            emit(again);
        } else if (pendingBytes < MAX_PENDING_BYTES) {
            emitNextOrFinish();
        }
    }

    @Override
    public void ack(Object place) {
        Line line = pending.remove((Long) place);
        if (line != null) {
            pendingBytes -= line.text().length;
        }
    }

    @Override
    public void fail(Object place) {
        Line line = pending.get((Long) place);
        if (line != null) {
            failed.add(line);
        }
    }

    @Override
    public void close() {
        try {
            source.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void emitNextOrFinish() {
        Line line = readNext();
        if (line == null) {
            collector.finish();
            return;
        }
        pending.put(line.place(), line);
        pendingBytes += line.text().length;
        emit(line);
    }

    private void emit(Line line) {
        collector.emit(new Values(line.place(), line.text(), line.word()), line.place());
    }

    private @Nullable Line readNext() {
        try {
            return source.next();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + InputException.describe(e), e);
        }
    }
}
