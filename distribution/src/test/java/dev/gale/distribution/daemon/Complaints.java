package dev.gale.distribution.daemon;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.io.IOException;
import java.util.Map;

/** A topology that reports an error for every tuple, and runs until it is killed. */
final class Complaints {
    static final String COMPONENT = "complains";

    private Complaints() {}

    static Topology topology(int executors) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        builder.setBolt(COMPONENT, new Bolt(), executors).shuffleGrouping("numbers");
        return builder.createTopology();
    }

    static byte[] jar() throws IOException {
        return ClassesJar.of(Complaints.class, Numbers.class, Bolt.class);
    }

    static final class Numbers extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private static final int EVERY = 20;

        private transient SpoutOutputCollector collector;
        private int calls;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
        }

        @Override
        public void nextTuple() {
            if (++calls % EVERY == 0) {
                collector.emit(new Values(calls));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class Bolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
        }

        @Override
        public void execute(Tuple input) {
            collector.reportError(new IllegalStateException("number " + input.getInteger(0) + " is not liked"));
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }
}
