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
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Map;

/**
 * Lines with numbers, each emitted until it is acked; a sink that appends the number of each line it sees to a file of its task. What
 * was seen at least once can be compared with what there was.
 */
final class CountedLines {
    static final String LINES = "test.lines";
    static final String DIRECTORY = "test.directory";

    /** A system property of workers, with which the names of the sink's files begin. */
    static final String PREFIX = "test.prefix";

    private CountedLines() {}

    static Topology topology(int middle) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new Lines(), 1);
        builder.setBolt("pass", new Pass(), middle).shuffleGrouping("lines");
        builder.setBolt("sink", new Sink(), 2).fieldsGrouping("pass", new Fields("number"));
        return builder.createTopology();
    }

    /** Tasks share the lines by their remainder. */
    static final class Lines extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private transient SpoutOutputCollector collector;
        private transient ArrayDeque<Integer> again;
        private int next;
        private int lines;
        private int acked;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
            again = new ArrayDeque<>();
            lines = ((Number) conf.get(LINES)).intValue();
        }

        @Override
        public void nextTuple() {
            Integer line = again.poll();
            if (line == null) {
                if (next == lines) {
                    return;
                }
                line = next++;
            }
            collector.emit(new Values(line), line);
        }

        @Override
        public void ack(Object id) {
            acked++;
            if (acked == lines) {
                collector.finish();
            }
        }

        @Override
        public void fail(Object id) {
            again.add((Integer) id);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class Pass extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
        }

        @Override
        public void execute(Tuple input) {
            collector.emit(input, new Values(input.getInteger(0)));
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class Sink extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;
        private transient Path file;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
            file = Path.of((String) conf.get(DIRECTORY), System.getProperty(PREFIX, "seen-") + context.getThisTaskId());
        }

        @Override
        public void execute(Tuple input) {
            try {
                Files.writeString(
                        file, input.getInteger(0) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }
}
