package dev.gale.distribution.daemon;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Counted lines that pass a bolt which cannot be prepared as long as a file is there. */
final class LatePreparation {
    static final String FAULT = "fault";

    private LatePreparation() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new CountedLines.Lines(), 1);
        builder.setBolt("late", new Late(), 1).shuffleGrouping("lines");
        builder.setBolt("sink", new CountedLines.Sink(), 1).shuffleGrouping("late");
        return builder.createTopology();
    }

    static byte[] jar() throws IOException {
        return ClassesJar.of(
                CountedLines.class,
                CountedLines.Lines.class,
                CountedLines.Sink.class,
                LatePreparation.class,
                Late.class);
    }

    static final class Late extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            if (Files.exists(Path.of((String) conf.get(CountedLines.DIRECTORY), FAULT))) {
                throw new IllegalStateException("not yet");
            }
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
}
