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

/** A topology whose tuples stay pending, so that whoever waits for that waits to the end. */
final class Hoard {
    static final Map<String, Object> CONF = Map.of("topology.workers", 2, "topology.message.timeout.secs", 600);

    private Hoard() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("gives", new Gives(), 1);
        builder.setBolt("keeps", new Keeps(), 2).shuffleGrouping("gives");
        return builder.createTopology();
    }

    static byte[] jar() throws IOException {
        return ClassesJar.of(Hoard.class, Gives.class, Keeps.class);
    }

    static final class Gives extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private static final int MOST = 10;

        private transient SpoutOutputCollector collector;
        private int given;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
        }

        @Override
        public void nextTuple() {
            if (given < MOST) {
                collector.emit(new Values(++given), given);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class Keeps extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            // It never acks.
        }

        @Override
        public void execute(Tuple input) {
            // Kept.
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }
}
