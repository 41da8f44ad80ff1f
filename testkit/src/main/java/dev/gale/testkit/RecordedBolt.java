package dev.gale.testkit;

import dev.gale.api.Bolt;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Streams;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.engine.executor.ExecutorHost;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The author's bolt, and what it receives and emits told to the log. */
final class RecordedBolt implements Bolt {
    private final transient Bolt bolt;
    private final transient RunLog log;
    private final transient ExecutorHost host;
    private transient TopologyContext context;

    RecordedBolt(Bolt bolt, RunLog log, ExecutorHost host) {
        this.bolt = bolt;
        this.log = log;
        this.host = host;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext taskContext, OutputCollector collector) {
        context = taskContext;
        bolt.prepare(conf, context, new Collector(collector));
        log.lives(context.getThisTaskId(), bolt);
    }

    @Override
    public void execute(Tuple input) {
        log.received(context.getThisComponentId(), context.getThisTaskId(), input);
        bolt.execute(input);
    }

    @Override
    public void cleanup() {
        log.ended(context.getThisTaskId());
        bolt.cleanup();
    }

    private final class Collector implements OutputCollector {
        private final OutputCollector out;

        Collector(OutputCollector out) {
            this.out = out;
        }

        @Override
        public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> values) {
            return told(streamId, values, !anchors.isEmpty(), out.emit(streamId, anchors, values));
        }

        @Override
        public List<Integer> emit(String streamId, Tuple anchor, List<Object> values) {
            return told(streamId, values, true, out.emit(streamId, anchor, values));
        }

        @Override
        public List<Integer> emit(String streamId, List<Object> values) {
            return told(streamId, values, false, out.emit(streamId, values));
        }

        @Override
        public List<Integer> emit(Tuple anchor, List<Object> values) {
            return told(Streams.DEFAULT, values, true, out.emit(anchor, values));
        }

        @Override
        public List<Integer> emit(List<Object> values) {
            return told(Streams.DEFAULT, values, false, out.emit(values));
        }

        @Override
        public void emitDirect(int taskId, String streamId, Collection<Tuple> anchors, List<Object> values) {
            out.emitDirect(taskId, streamId, anchors, values);
            told(streamId, values, !anchors.isEmpty(), List.of(taskId));
        }

        @Override
        public void ack(Tuple input) {
            out.ack(input);
        }

        @Override
        public void fail(Tuple input) {
            out.fail(input);
        }

        @Override
        public void resetTimeout(Tuple input) {
            out.resetTimeout(input);
        }

        @Override
        public void reportError(Throwable error) {
            out.reportError(error);
        }

        @Override
        public Handle threadSafe() {
            return new PostedCalls(this, out.threadSafe(), host);
        }

        private List<Integer> told(String stream, List<Object> values, boolean anchored, List<Integer> targets) {
            log.emitted(new Emitted(
                    context.getThisComponentId(), context.getThisTaskId(), stream, values, anchored, null, targets));
            return targets;
        }
    }

    /** The engine's handle for other threads, but for the emits, which pass the log. */
    private record PostedCalls(OutputCollector recorded, OutputCollector.Handle engine, ExecutorHost host)
            implements OutputCollector.Handle {
        @Override
        public void emit(String streamId, Collection<Tuple> anchors, List<Object> values) {
            List<Tuple> own = List.copyOf(anchors);
            host.post(() -> {
                try {
                    recorded.emit(streamId, own, values);
                } catch (RuntimeException e) {
                    recorded.reportError(e);
                }
            });
        }

        @Override
        public void ack(Tuple input) {
            engine.ack(input);
        }

        @Override
        public void fail(Tuple input) {
            engine.fail(input);
        }

        @Override
        public void resetTimeout(Tuple input) {
            engine.resetTimeout(input);
        }

        @Override
        public void reportError(Throwable error) {
            engine.reportError(error);
        }
    }
}
