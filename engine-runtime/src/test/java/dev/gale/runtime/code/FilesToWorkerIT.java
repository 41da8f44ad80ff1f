package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.Config;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.schedule.SpreadOverSlots;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.runtime.executor.SpinPermits;
import dev.gale.runtime.worker.Worker;
import dev.gale.runtime.worker.WorkerListener;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole way: from what an author declares, over an upload and stormdist on two hosts, to tuples in a worker. */
@Timeout(60)
class FilesToWorkerIT {
    private static final long PATIENCE_SECONDS = 30;

    @TempDir
    Path directory;

    @Test
    void aWorkerRunsATopologyOutOfItsFilesWithTheAuthorsClasses() throws Exception {
        CodeDirectory nimbus = CodeDirectory.open(directory.resolve("nimbus"), CodeLimits.DEFAULT);
        String digest = submit(nimbus);
        TaskLayout layout = layoutAsNimbusSeesIt(nimbus);
        CodeDirectory supervisor = CodeDirectory.open(directory.resolve("supervisor"), CodeLimits.DEFAULT);
        supervisor.put("words-1", digest, file -> nimbus.open("words-1", digest, file));

        Told told = new Told();
        try (UserClassLoader loader = new UserClassLoader("words-1", supervisor.file("words-1", CodeFile.JAR))) {
            LoadedCode loaded = LoadedCode.of(supervisor.code("words-1"), supervisor.conf("words-1"), loader);
            WorkerSlot slot = new WorkerSlot("here", 1);
            Worker worker = new Worker(
                    loaded.plan("words-1", "words", layout),
                    Assignment.none().next(SpreadOverSlots.plan(layout, List.of(slot))),
                    slot,
                    loaded.copies(),
                    loaded.registry(),
                    told,
                    1 << 20,
                    new SpinPermits(0),
                    new SplittableRandom(1),
                    System::nanoTime,
                    Thread::new);
            worker.start(new NoPeers(), peer -> {
                throw new IllegalStateException("There is no peer");
            });
            try {
                worker.setActive(true);
                assertThat(told.errors.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                        .isEqualTo("task 1 got hello 7 by classes of words-1");
            } finally {
                worker.close(System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
            }
        }
    }

    /** As a client and nimbus do. @return the digest */
    private String submit(CodeDirectory nimbus) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new OneWord("hello"));
        builder.setBolt("count", new Telling(), 2).customGrouping("words", new FirstTask());
        TopologyCode code = TopologyCode.of(builder.createTopology(), problem -> {
                    throw new AssertionError(problem);
                })
                .orElseThrow();
        byte[] jar = new Jars()
                .with(OneWord.class)
                .with(Telling.class)
                .with(FirstTask.class)
                .bytes();
        TopologyConf conf = TopologyConf.of(Map.of(Config.TOPOLOGY_WORKERS, 1, "my.number", 7L));
        MessageDigest sha256 = Digests.sha256();
        sha256.update(jar);
        try (Inbox inbox = Inbox.open(directory.resolve("inbox"), InboxLimits.DEFAULT, System::nanoTime)) {
            String id = inbox.begin("ann", jar.length, Digests.text(sha256)).id();
            inbox.chunk("ann", id, 0, jar);
            inbox.finish("ann", id);
            try (ClaimedUpload upload = inbox.claim("ann", id)) {
                TopologyCode received = TopologyCode.decode(code.encode(), CodeLimits.DEFAULT);
                TopologyConf own = TopologyConf.decode(conf.encode(), CodeLimits.DEFAULT)
                        .with(TransportSecret.random(new SecureRandom()));
                String digest = nimbus.put("words-1", CodeContent.of(upload.file(), received, own));
                upload.use();
                assertThat(upload.file()).doesNotExist();
                return digest;
            }
        }
    }

    private static TaskLayout layoutAsNimbusSeesIt(CodeDirectory nimbus) {
        TopologySettings settings = TopologySettings.of(nimbus.conf("words-1").values());
        assertThat(TopologyValidator.validate(nimbus.code("words-1").structure(), settings))
                .isEmpty();
        return TaskLayout.of(nimbus.code("words-1").structure(), settings);
    }

    private static final class OneWord extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private final String word;
        private transient SpoutOutputCollector out;
        private transient boolean emitted;

        OneWord(String word) {
            this.word = word;
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (!emitted) {
                emitted = true;
                out.emit(new Values(word));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    private static final class Telling extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector out;
        private transient Long number;
        private transient int task;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            out = collector;
            number = (Long) conf.get("my.number");
            task = context.getThisTaskId();
        }

        @Override
        public void execute(Tuple input) {
            out.reportError(new IllegalStateException("task " + task + " got " + input.getString(0) + " " + number
                    + " by classes of " + getClass().getClassLoader().getName()));
            out.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static final class FirstTask implements CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        private transient List<Integer> targets;

        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {
            targets = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return targets.subList(0, 1);
        }
    }

    private static final class Told implements WorkerListener {
        final LinkedBlockingQueue<String> errors = new LinkedBlockingQueue<>();

        @Override
        public void error(String component, int task, Throwable error) {
            errors.add(String.valueOf(error.getMessage()));
        }

        @Override
        public void broken(String reason, Throwable error) {
            errors.add(reason + ": " + error);
        }

        @Override
        public int freshIncarnation(int task) {
            return 1;
        }
    }

    private static final class NoPeers implements Endpoint {
        @Override
        public String address() {
            return "nowhere";
        }

        @Override
        public Link link(String address, PeerIdentity peer, LinkListener listener) {
            throw new IllegalStateException("There is no peer");
        }

        @Override
        public void close() {}
    }
}
