package dev.gale.engine.topology;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.Bolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.LinkedHashMap;
import java.util.Map;

/** Spouts and bolts that do nothing, for tests that declare topologies. */
public final class Parts {
    private Parts() {}

    /** Declares one stream of these fields, and one direct stream 'direct'. */
    public static Spout spout(String... fields) {
        return new IdleSpout(Map.of(), fields);
    }

    public static Spout spout(Map<String, Object> config) {
        return new IdleSpout(config, "word");
    }

    /** Declares one stream of these fields, and one direct stream 'direct'. */
    public static Bolt bolt(String... fields) {
        return new IdleBolt(Map.of(), fields);
    }

    public static Bolt bolt(Map<String, Object> config) {
        return new IdleBolt(config, "word");
    }

    private static void declare(OutputFieldsDeclarer declarer, String... fields) {
        declarer.declare(new Fields(fields));
        declarer.declareStream("direct", true, new Fields(fields));
    }

    private static final class IdleSpout extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private final LinkedHashMap<String, Object> config;
        private final String[] fields;

        IdleSpout(Map<String, Object> config, String... fields) {
            this.config = new LinkedHashMap<>(config);
            this.fields = fields;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declare(declarer, fields);
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return config;
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {}

        @Override
        public void nextTuple() {}
    }

    private static final class IdleBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private final LinkedHashMap<String, Object> config;
        private final String[] fields;

        IdleBolt(Map<String, Object> config, String... fields) {
            this.config = new LinkedHashMap<>(config);
            this.fields = fields;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declare(declarer, fields);
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return config;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {}

        @Override
        public void execute(Tuple tuple) {}
    }
}
