package dev.gale.runtime.code;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BaseRichBolt;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.BoltDeclarer;
import dev.gale.api.Config;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Topologies as authors declare them: of every kind of component, grouping and value. */
final class Declared {
    /** How often an object of an author's was read. */
    static final AtomicInteger READ = new AtomicInteger();

    private Declared() {}

    /** A valid topology of a spout and some bolts. */
    static Topology topology(Random random) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words(config(random)), 1 + random.nextInt(4))
                .setMaxSpoutPending(1 + random.nextInt(100))
                .addConfigurations(config(random));
        String before = "words";
        for (int i = random.nextInt(6); i >= 0; i--) {
            String id = "bolt-" + i;
            BoltDeclarer bolt = random.nextBoolean()
                    ? builder.setBolt(id, new Plain(config(random)), 1 + random.nextInt(4))
                    : builder.setBolt(id, new Basic(), 1 + random.nextInt(4));
            bolt.addConfigurations(config(random));
            if (random.nextBoolean()) {
                bolt.setNumTasks(1 + random.nextInt(9));
            }
            bolt.directGrouping(before, "direct");
            group(bolt, before, random);
            before = id;
        }
        return builder.createTopology();
    }

    private static void group(BoltDeclarer bolt, String from, Random random) {
        switch (random.nextInt(8)) {
            case 0 -> bolt.shuffleGrouping(from);
            case 1 -> bolt.fieldsGrouping(from, new Fields("word"));
            case 2 -> bolt.partialKeyGrouping(from, new Fields("word", "größe"));
            case 3 -> bolt.allGrouping(from);
            case 4 -> bolt.globalGrouping(from);
            case 5 -> bolt.noneGrouping(from);
            case 6 -> bolt.localOrShuffleGrouping(from);
            default -> bolt.customGrouping(from, new First(random.nextInt(3)));
        }
    }

    /** Keys of an author's own, with values of every kind. */
    static Map<String, Object> config(Random random) {
        Map<String, Object> config = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            config.put((random.nextInt(10) == 0 ? "$" : "my.") + i, value(random, 0));
        }
        return config;
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 12 : 14)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
            case 3 -> (float) random.nextGaussian();
            case 4 -> (short) random.nextInt();
            case 5 -> (byte) random.nextInt();
            case 6 -> new BigInteger(random.nextInt(200), random);
            case 7 -> new BigDecimal(new BigInteger(100, random), random.nextInt(100) - 50);
            case 8 -> random.nextBoolean() ? Double.NaN : Float.NEGATIVE_INFINITY;
            case 9 -> random.nextBoolean();
            case 10 ->
                Arrays.asList("", "text", "ü€😀 \"\\\n", "$long", "\u0000", "\ud83d", "\ude00x")
                        .get(random.nextInt(7));
            case 11 -> new ArrayList<>();
            case 12 -> new ArrayList<>(Arrays.asList(value(random, depth + 1), null, value(random, depth + 1)));
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put(random.nextBoolean() ? "$long" : "a", value(random, depth + 1));
                if (random.nextBoolean()) {
                    map.put("null", null);
                }
                yield map;
            }
        };
    }

    static final class Words extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private final LinkedHashMap<String, Object> config;

        Words(Map<String, Object> config) {
            this.config = new LinkedHashMap<>(config);
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {}

        @Override
        public void nextTuple() {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declare(declarer);
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return config;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            READ.incrementAndGet();
            in.defaultReadObject();
        }
    }

    static final class Plain extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        final LinkedHashMap<String, Object> config;

        Plain(Map<String, Object> config) {
            this.config = new LinkedHashMap<>(config);
            this.config.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1.5);
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {}

        @Override
        public void execute(Tuple input) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declare(declarer);
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return config;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            READ.incrementAndGet();
            in.defaultReadObject();
        }
    }

    static final class Basic extends BaseBasicBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declare(declarer);
        }
    }

    record First(int number) implements CustomStreamGrouping {
        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {}

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return List.of();
        }
    }

    private static void declare(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "größe"));
        declarer.declareStream("direct", true, new Fields("n"));
        declarer.declareStream("of nobody", new Fields());
    }
}
