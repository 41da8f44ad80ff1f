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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Topologies of which one never returns from a call, once, and one does nothing but be there. */
final class Blocking {
    static final int TASKS = 3;

    /** In the conf: the one call ends its process. */
    static final String EXITS = "blocking.exits";

    private static final String BLOCKED = "blocked";
    private static final String GO_ON = "go-on";
    private static final int BLOCKS_AT = 100;

    private Blocking() {}

    /** Counted lines that pass a bolt; the last is not acked before {@link #goOn}. */
    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new CountedLines.Lines(), 1);
        builder.setBolt("pass", new BlocksOnce(), TASKS).shuffleGrouping("lines");
        builder.setBolt("sink", new CountedLines.Sink(), 2).fieldsGrouping("pass", new Fields("number"));
        return builder.createTopology();
    }

    /** One line a task, and nothing more. Nobody is prepared before {@link #goOn}. */
    static Topology idle() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("one", new One(), 1);
        builder.setBolt("late", new PreparesLate(), TASKS).allGrouping("one");
        return builder.createTopology();
    }

    static byte[] jar() throws IOException {
        return ClassesJar.of(
                CountedLines.class,
                CountedLines.Lines.class,
                CountedLines.Sink.class,
                Blocking.class,
                BlocksOnce.class,
                One.class,
                PreparesLate.class);
    }

    /** Whether the one call has come that does not return. */
    static boolean hasBlocked(Path directory) {
        return Files.exists(directory.resolve(BLOCKED));
    }

    static int blockedTask(Path directory) throws IOException {
        return Integer.parseInt(Files.readString(directory.resolve(BLOCKED)));
    }

    static void goOn(Path directory) throws IOException {
        Files.createFile(directory.resolve(GO_ON));
    }

    private static boolean mayGoOn(Path directory) {
        return Files.exists(directory.resolve(GO_ON));
    }

    private static Path directory(Map<String, Object> conf) {
        return Path.of((String) conf.get(CountedLines.DIRECTORY));
    }

    static final class BlocksOnce extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;
        private transient Path directory;
        private transient int task;
        private transient int last;
        private transient boolean exits;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
            exits = conf.containsKey(EXITS);
            directory = directory(conf);
            task = context.getThisTaskId();
            last = ((Number) conf.get(CountedLines.LINES)).intValue() - 1;
        }

        @Override
        public void execute(Tuple input) {
            int number = input.getInteger(0);
            if (number == BLOCKS_AT && isFirst()) {
                if (exits) {
                    System.exit(7);
                }
                neverReturn();
            }
            if (number == last && !mayGoOn(directory)) {
                return;
            }
            collector.emit(input, new Values(number));
            collector.ack(input);
        }

        private boolean isFirst() {
            try {
                Path own = directory.resolve(BLOCKED + "-" + task);
                Files.writeString(own, Integer.toString(task));
                Files.createFile(directory.resolve(BLOCKED + "-once"));
                Files.move(own, directory.resolve(BLOCKED), StandardCopyOption.ATOMIC_MOVE);
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Not when it is interrupted either. */
        private static void neverReturn() {
            while (true) {
                LockSupport.park();
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class One extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private transient SpoutOutputCollector collector;
        private transient boolean emitted;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
        }

        @Override
        public void nextTuple() {
            if (!emitted) {
                emitted = true;
                collector.emit(new Values(1), 1);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    static final class PreparesLate extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private static final long LOOK_NANOS = 50_000_000;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            Path directory = directory(conf);
            while (!mayGoOn(directory)) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
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
