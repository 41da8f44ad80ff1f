package dev.gale.engine.executor;

import dev.gale.api.BasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Bolt;
import dev.gale.api.FailedException;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.ReportedFailedException;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs a {@link BasicBolt} as a {@link Bolt}: anchors to the input in hand, acks it at the end, or fails it. */
final class BasicBoltRunner implements Bolt, BasicOutputCollector {
    private final transient BasicBolt bolt;
    private transient @Nullable OutputCollector out;
    private transient @Nullable Tuple input;

    BasicBoltRunner(BasicBolt bolt) {
        this.bolt = bolt;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        out = collector;
        bolt.prepare(conf, context);
    }

    @Override
    public void execute(Tuple tuple) {
        OutputCollector collector = out();
        input = tuple;
        try {
            bolt.execute(tuple, this);
        } catch (FailedException e) {
            if (e instanceof ReportedFailedException) {
                collector.reportError(e);
            }
            collector.fail(tuple);
            return;
        } finally {
            input = null;
        }
        collector.ack(tuple);
    }

    @Override
    public void cleanup() {
        bolt.cleanup();
    }

    @Override
    public List<Integer> emit(String streamId, List<Object> values) {
        return out().emit(streamId, input(), values);
    }

    @Override
    public List<Integer> emit(List<Object> values) {
        return out().emit(input(), values);
    }

    @Override
    public void emitDirect(int taskId, String streamId, List<Object> values) {
        out().emitDirect(taskId, streamId, input(), values);
    }

    @Override
    public void resetTimeout() {
        out().resetTimeout(input());
    }

    @Override
    public void reportError(Throwable error) {
        out().reportError(error);
    }

    private OutputCollector out() {
        OutputCollector collector = out;
        if (collector == null) {
            throw new IllegalStateException("The bolt was not prepared");
        }
        return collector;
    }

    private Tuple input() {
        Tuple tuple = input;
        if (tuple == null) {
            throw new IllegalStateException(
                    "The collector of a BasicBolt belongs to the call of execute; this one has ended. Use a Bolt to emit later");
        }
        return tuple;
    }
}
