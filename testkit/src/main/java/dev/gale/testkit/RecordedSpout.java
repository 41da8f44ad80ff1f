package dev.gale.testkit;

import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Streams;
import dev.gale.api.TopologyContext;
import dev.gale.engine.executor.ExecutorHost;
import dev.gale.engine.stats.TaskCounters;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A spout, with what becomes of its tuples told to the log, and, unless it is a feeder, what it emits. */
final class RecordedSpout implements Spout {
    private final transient Spout spout;
    private final transient String component;
    private final transient RunLog log;
    private final transient ExecutorHost host;
    private final transient IntFunction<TaskCounters> countersOf;
    private transient TaskCounters counters;
    private transient int task;
    private transient long timeoutsSeen;

    /** @param component in whose name it emits */
    RecordedSpout(Spout spout, String component, RunLog log, ExecutorHost host, IntFunction<TaskCounters> countersOf) {
        this.spout = spout;
        this.component = component;
        this.log = log;
        this.host = host;
        this.countersOf = countersOf;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        spout.declareOutputFields(declarer);
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        task = context.getThisTaskId();
        counters = countersOf.apply(task);
        timeoutsSeen = counters.timedOut().get();
        try {
            spout.open(conf, context, new Collector(collector));
        } catch (Throwable e) {
            log.ended(task);
            throw e;
        }
        log.lives(task, spout);
    }

    @Override
    public void close() {
        log.ended(task);
        spout.close();
    }

    @Override
    public void activate() {
        spout.activate();
    }

    @Override
    public void deactivate() {
        spout.deactivate();
    }

    @Override
    public void nextTuple() {
        spout.nextTuple();
    }

    @Override
    public void ack(Object msgId) {
        log.settled(component, task, msgId, RunLog.End.ACKED);
        spout.ack(msgId);
    }

    /** The engine counts a timeout before it tells of it. */
    @Override
    public void fail(Object msgId) {
        long timeouts = counters.timedOut().get();
        log.settled(component, task, msgId, timeouts > timeoutsSeen ? RunLog.End.TIMED_OUT : RunLog.End.FAILED);
        timeoutsSeen = timeouts;
        spout.fail(msgId);
    }

    private final class Collector implements SpoutOutputCollector {
        private final SpoutOutputCollector out;

        Collector(SpoutOutputCollector out) {
            this.out = out;
        }

        @Override
        public List<Integer> emit(String streamId, List<Object> values, @Nullable Object messageId) {
            return messageId == null
                    ? emit(streamId, values)
                    : tracked(streamId, values, messageId, () -> out.emit(streamId, values, messageId));
        }

        @Override
        public List<Integer> emit(List<Object> values, @Nullable Object messageId) {
            return messageId == null
                    ? emit(values)
                    : tracked(Streams.DEFAULT, values, messageId, () -> out.emit(values, messageId));
        }

        @Override
        public List<Integer> emit(List<Object> values) {
            return told(Streams.DEFAULT, values, null, out.emit(values));
        }

        @Override
        public List<Integer> emit(String streamId, List<Object> values) {
            return told(streamId, values, null, out.emit(streamId, values));
        }

        @Override
        public void emitDirect(int taskId, String streamId, List<Object> values, @Nullable Object messageId) {
            if (messageId == null) {
                emitDirect(taskId, streamId, values);
                return;
            }
            tracked(streamId, values, messageId, () -> {
                out.emitDirect(taskId, streamId, values, messageId);
                return List.of(taskId);
            });
        }

        @Override
        public void emitDirect(int taskId, String streamId, List<Object> values) {
            out.emitDirect(taskId, streamId, values);
            told(streamId, values, null, List.of(taskId));
        }

        @Override
        public int getPendingCount() {
            return out.getPendingCount();
        }

        @Override
        public void finish() {
            out.finish();
        }

        @Override
        public void reportError(Throwable error) {
            out.reportError(error);
        }

        @Override
        public Emitter threadSafe() {
            return new PostedCalls(this, out.threadSafe(), host);
        }

        private List<Integer> tracked(
                String stream, List<Object> values, Object messageId, Supplier<List<Integer>> emit) {
            log.tracked(component, task, messageId);
            List<Integer> targets;
            try {
                targets = emit.get();
            } catch (RuntimeException e) {
                log.notTracked(component, task, messageId);
                throw e;
            }
            return told(stream, values, messageId, targets);
        }

        private List<Integer> told(
                String stream, List<Object> values, @Nullable Object messageId, List<Integer> targets) {
            if (!(spout instanceof Feeder)) {
                log.emitted(new Emitted(component, task, stream, values, false, messageId, targets));
            }
            return targets;
        }
    }

    /** The engine's handle for other threads, but for the emits, which pass the log. */
    private record PostedCalls(SpoutOutputCollector recorded, SpoutOutputCollector.Emitter engine, ExecutorHost host)
            implements SpoutOutputCollector.Emitter {
        @Override
        public void emit(String streamId, List<Object> values, Object messageId) {
            host.post(() -> {
                try {
                    recorded.emit(streamId, values, messageId);
                } catch (RuntimeException e) {
                    recorded.reportError(e);
                }
            });
        }

        @Override
        public void reportError(Throwable error) {
            engine.reportError(error);
        }
    }
}
