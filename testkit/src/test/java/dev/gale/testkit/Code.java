package dev.gale.testkit;

import dev.gale.api.Bolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.io.Serializable;
import java.util.Map;

/** Components out of a few lines. */
final class Code {
    interface OfBolt extends Serializable {
        void execute(Tuple input, OutputCollector collector);
    }

    interface OfSpout extends Serializable {
        /** @param calls of nextTuple in this instance so far, from 0 */
        void nextTuple(int calls, SpoutOutputCollector collector);
    }

    private Code() {}

    static CodeBolt bolt(OfBolt code, String... fields) {
        return new CodeBolt(code, fields);
    }

    /** Acks what it gets. */
    static CodeBolt sink() {
        return bolt((input, collector) -> collector.ack(input));
    }

    static CodeSpout spout(OfSpout code, String... fields) {
        return new CodeSpout(code, fields);
    }

    /** Has nothing to emit. */
    static CodeSpout source(String... fields) {
        return spout((calls, collector) -> {}, fields);
    }

    static final class CodeBolt implements Bolt {
        private final OfBolt code;
        private final String[] fields;
        private transient OutputCollector collector;
        transient int executed;
        transient boolean cleaned;

        private CodeBolt(OfBolt code, String... fields) {
            this.code = code;
            this.fields = fields;
        }

        OutputCollector collector() {
            return collector;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields(fields));
            declarer.declareStream("direct", true, new Fields(fields));
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector outputCollector) {
            collector = outputCollector;
        }

        @Override
        public void execute(Tuple input) {
            executed++;
            code.execute(input, collector);
        }

        @Override
        public void cleanup() {
            cleaned = true;
        }
    }

    static final class CodeSpout implements Spout {
        private final OfSpout code;
        private final String[] fields;
        private transient SpoutOutputCollector collector;
        private transient int calls;
        transient TopologyContext context;

        private CodeSpout(OfSpout code, String... fields) {
            this.code = code;
            this.fields = fields;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields(fields));
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext topologyContext, SpoutOutputCollector out) {
            context = topologyContext;
            collector = out;
        }

        @Override
        public void nextTuple() {
            code.nextTuple(calls++, collector);
        }
    }
}
