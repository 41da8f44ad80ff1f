package dev.gale.distribution.daemon;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Numbered lines as fast as the topology takes them, until a file says how many there are; and beside them large tuples that nobody
 * tracks, so that nothing but credit holds those back.
 */
final class FullRate {
    static final String NAME = "full-rate";
    static final int DROPS = 3;

    private static final String DIRECTORY = "test.directory";
    private static final String END = "end";
    private static final int NOISE_BYTES = 4_096;
    private static final int TEXT_LONGS = 8;
    private static final int RECORD_BYTES = 2 * Long.BYTES;

    private FullRate() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new Lines(), 2);
        builder.setBolt("digest", new Digest(), 3).shuffleGrouping("lines");
        builder.setBolt("sink", new Sink(), 3).fieldsGrouping("digest", new Fields("id"));
        builder.setSpout("noise", new Noise(), 1);
        builder.setBolt("drop", new Drop(), DROPS).shuffleGrouping("noise");
        return builder.createTopology();
    }

    static Map<String, Object> conf(Path directory) {
        return Map.of("topology.workers", 3, "topology.message.timeout.secs", 5, DIRECTORY, directory.toString());
    }

    static byte[] jar() throws IOException {
        return ClassesJar.of(FullRate.class, Lines.class, Digest.class, Sink.class, Noise.class, Drop.class);
    }

    /** Every line below this number is emitted, and perhaps some above it. */
    static void end(Path directory, long lines) throws IOException {
        Path written = Files.writeString(directory.resolve("end-to-be"), Long.toString(lines));
        Files.move(written, directory.resolve(END), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether the process has the spout of what nobody tracks. */
    static boolean isNoisy(Path directory, LiveWorker worker) {
        return Files.exists(directory.resolve("noise-" + worker.pid()));
    }

    /** Complete records of all sinks, the same line more than once included. */
    static long records(Path directory) throws IOException {
        long records = 0;
        for (Path file : sinks(directory)) {
            records += Files.size(file) / RECORD_BYTES;
        }
        return records;
    }

    /**
     * What the sinks have, each line once.
     *
     * @param wrong records that are not the result of their line
     */
    record Fold(BitSet lines, long wrong) {
        static Fold of(Path directory) throws IOException {
            BitSet lines = new BitSet();
            long wrong = 0;
            for (Path file : sinks(directory)) {
                ByteBuffer records = ByteBuffer.wrap(Files.readAllBytes(file));
                while (records.remaining() >= RECORD_BYTES) {
                    long id = records.getLong();
                    if (records.getLong() == digest(text(id))) {
                        lines.set(Math.toIntExact(id));
                    } else {
                        wrong++;
                    }
                }
            }
            return new Fold(lines, wrong);
        }

        long missingBelow(long end) {
            return end - lines.get(0, Math.toIntExact(end)).cardinality();
        }
    }

    private static List<Path> sinks(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, "seen-*")) {
            stream.forEach(found::add);
        }
        return found;
    }

    private static String text(long id) {
        StringBuilder text = new StringBuilder();
        long word = id;
        for (int i = 0; i < TEXT_LONGS; i++) {
            word = word * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            text.append(Long.toHexString(word)).append(' ');
        }
        return text.toString();
    }

    private static long digest(String text) {
        long digest = 0;
        for (int i = 0; i < text.length(); i++) {
            digest = digest * 31 + text.charAt(i);
        }
        return digest;
    }

    private static Path directory(Map<String, Object> conf) {
        return Path.of((String) conf.get(DIRECTORY));
    }

    static final class Lines extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private static final int LOOK_EVERY = 1_000;

        private transient SpoutOutputCollector collector;
        private transient ArrayDeque<Long> failed;
        private transient Path endFile;
        private transient long next;
        private transient int tasks;
        private transient long end;
        private transient int calls;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
            failed = new ArrayDeque<>();
            endFile = directory(conf).resolve(END);
            next = context.getThisTaskIndex();
            tasks = context.getComponentTasks(context.getThisComponentId()).size();
            end = Long.MAX_VALUE;
        }

        @Override
        public void nextTuple() {
            if (calls++ % LOOK_EVERY == 0 && end == Long.MAX_VALUE && Files.exists(endFile)) {
                try {
                    end = Long.parseLong(Files.readString(endFile));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            Long again = failed.poll();
            if (again != null) {
                emit(again);
            } else if (next < end) {
                emit(next);
                next += tasks;
            } else {
                collector.finish();
            }
        }

        private void emit(long id) {
            collector.emit(new Values(id, text(id)), id);
        }

        @Override
        public void fail(Object id) {
            failed.add((Long) id);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "text"));
        }
    }

    static final class Digest extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
        }

        @Override
        public void execute(Tuple input) {
            collector.emit(input, new Values(input.getLong(0), digest(input.getString(1))));
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "digest"));
        }
    }

    /** Acks what it has written and flushed. */
    static final class Sink extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private static final int BATCH = 256;
        private static final double TICK_SECONDS = 0.2;

        private transient OutputCollector collector;
        private transient DataOutputStream out;
        private transient List<Tuple> unacked;

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_SECONDS);
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
            unacked = new ArrayList<>();
            try {
                Path file = Files.createTempFile(directory(conf), "seen-", "");
                out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void execute(Tuple input) {
            try {
                if (!input.isTick()) {
                    out.writeLong(input.getLong(0));
                    out.writeLong(input.getLong(1));
                }
                unacked.add(input);
                if (input.isTick() || unacked.size() >= BATCH) {
                    out.flush();
                    unacked.forEach(collector::ack);
                    unacked.clear();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }

    static final class Noise extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private transient SpoutOutputCollector collector;
        private transient Path endFile;
        private transient boolean over;
        private transient int calls;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
            endFile = directory(conf).resolve(END);
            try {
                Files.writeString(
                        directory(conf)
                                .resolve("noise-" + ProcessHandle.current().pid()),
                        "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void nextTuple() {
            if (over) {
                collector.finish();
            } else {
                over = ++calls % 100 == 0 && Files.exists(endFile);
                collector.emit(new Values((Object) new byte[NOISE_BYTES]));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("bytes"));
        }
    }

    static final class Drop extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
        }

        @Override
        public void execute(Tuple input) {
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }
}
