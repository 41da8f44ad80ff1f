package dev.gale.testkit;

import dev.gale.api.BasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Streams;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.List;
import java.util.Map;

/** The author's bolt, and what it receives and emits told to the log. */
final class RecordedBasicBolt implements BasicBolt {
    private final transient BasicBolt bolt;
    private final transient RunLog log;
    private transient TopologyContext context;

    RecordedBasicBolt(BasicBolt bolt, RunLog log) {
        this.bolt = bolt;
        this.log = log;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext taskContext) {
        context = taskContext;
        bolt.prepare(conf, context);
        log.lives(context.getThisTaskId(), bolt);
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        log.received(context.getThisComponentId(), context.getThisTaskId(), input);
        bolt.execute(input, new Collector(collector));
    }

    @Override
    public void cleanup() {
        log.ended(context.getThisTaskId());
        bolt.cleanup();
    }

    private final class Collector implements BasicOutputCollector {
        private final BasicOutputCollector out;

        Collector(BasicOutputCollector out) {
            this.out = out;
        }

        @Override
        public List<Integer> emit(String streamId, List<Object> values) {
            return told(streamId, values, out.emit(streamId, values));
        }

        @Override
        public List<Integer> emit(List<Object> values) {
            return told(Streams.DEFAULT, values, out.emit(values));
        }

        @Override
        public void emitDirect(int taskId, String streamId, List<Object> values) {
            out.emitDirect(taskId, streamId, values);
            told(streamId, values, List.of(taskId));
        }

        @Override
        public void resetTimeout() {
            out.resetTimeout();
        }

        @Override
        public void reportError(Throwable error) {
            out.reportError(error);
        }

        private List<Integer> told(String stream, List<Object> values, List<Integer> targets) {
            log.emitted(new Emitted(
                    context.getThisComponentId(), context.getThisTaskId(), stream, values, true, null, targets));
            return targets;
        }
    }
}
