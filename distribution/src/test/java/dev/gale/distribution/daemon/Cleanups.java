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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A topology whose components leave marks when they are cleaned up, and of which some take their time. */
final class Cleanups {
    static final String DIRECTORY = "test.directory";
    static final long LONG_MILLIS = 120_000;

    private Cleanups() {}

    /** @param slowMillis that the clean-up of one bolt takes */
    static Topology topology(long slowMillis) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source(), 1);
        builder.setBolt("plain", new Marks("plain", 0, 0), 1).shuffleGrouping("source");
        builder.setBolt("slow", new Marks("slow", 0, slowMillis), 1).shuffleGrouping("source");
        builder.setBolt("endless", new Marks("endless", 0, LONG_MILLIS), 1).shuffleGrouping("source");
        builder.setBolt("stuck", new Marks("stuck", LONG_MILLIS, 0), 1).shuffleGrouping("source");
        return builder.createTopology();
    }

    static byte[] jar() throws IOException {
        return ClassesJar.of(Cleanups.class, Source.class, Marks.class);
    }

    private static void mark(String directory, String name) {
        try {
            Files.createFile(Path.of(directory, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As code that takes no notice of interrupts. */
    private static void pass(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() - end < 0) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                // It takes no notice.
            }
        }
    }

    static final class Source extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private transient SpoutOutputCollector collector;
        private transient String directory;
        private boolean emitted;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
            directory = (String) conf.get(DIRECTORY);
        }

        @Override
        public void nextTuple() {
            if (!emitted) {
                emitted = true;
                collector.emit(new Values(1));
            }
        }

        @Override
        public void close() {
            mark(directory, "source-done");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class Marks extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private final String name;
        private final long executeMillis;
        private final long cleanupMillis;
        private transient OutputCollector collector;
        private transient String directory;

        Marks(String name, long executeMillis, long cleanupMillis) {
            this.name = name;
            this.executeMillis = executeMillis;
            this.cleanupMillis = cleanupMillis;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
            directory = (String) conf.get(DIRECTORY);
        }

        @Override
        public void execute(Tuple input) {
            mark(directory, name + "-executes");
            pass(executeMillis);
            collector.ack(input);
        }

        @Override
        public void cleanup() {
            mark(directory, name + "-begun");
            pass(cleanupMillis);
            mark(directory, name + "-done");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }
}
