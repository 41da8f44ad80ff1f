package dev.gale.runtime.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gale.adapter.memory.MemoryMetadataStoreFactory;
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
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.KillRequest;
import dev.gale.control.RebalanceRequest;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import dev.gale.control.UploadRequest;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.schedule.EvenScheduler;
import dev.gale.runtime.code.CodeDirectory;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.code.CodeSource;
import dev.gale.runtime.code.InboxLimits;
import dev.gale.runtime.code.TopologyCode;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.SupervisorFormat;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A nimbus with its threads and its disk, over a store in memory and without supervisors. */
@Timeout(120)
class NimbusIT {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    Path directory;

    private final MemoryMetadataStoreFactory stores = new MemoryMetadataStoreFactory();
    private final Keys keys = new Keys(Key.of("/gale"));
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<CodeSource> sources = new CopyOnWriteArrayList<>();
    private final List<CodeDirectory> code = new ArrayList<>();
    private Map<String, Object> defaults = Map.of();
    private Duration sweepEvery = Duration.ofMinutes(10);
    private Duration supervisorTimeout = Duration.ofMinutes(10);
    private int nimbuses;
    private volatile CountDownLatch keeping = new CountDownLatch(0);
    private final List<Candidate> candidates = new CopyOnWriteArrayList<>();
    private final List<Leadership> leaderships = new CopyOnWriteArrayList<>();

    static final class Words extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            // Never runs here.
        }

        @Override
        public void nextTuple() {
            // Never runs here.
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    static final class Count extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            // Never runs here.
        }

        @Override
        public void execute(Tuple input) {
            // Never runs here.
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Test
    void aTopologysOwnConfComesBeforeNimbusesDefaults() throws Exception {
        defaults = Map.of("topology.workers", 3, "topology.max.spout.pending", 7);
        Control control = leading(nimbus());

        submit(control, "words", "", Map.of("topology.workers", 2));

        assertThat(answer(control.topology("words")).conf())
                .containsEntry("topology.workers", 2)
                .containsEntry("topology.max.spout.pending", 7);
    }

    @Test
    void anAcceptedTopologyIsListedWithWhatItLacks() throws Exception {
        Control control = leading(nimbus());

        TopologySummary accepted = submit(control, "words", "key-1", Map.of("topology.workers", 2));

        assertThat(accepted.status()).isEqualTo(TopologyState.ACTIVE);
        assertThat(accepted.tasks()).isEqualTo(5);
        await(
                "a word about the missing slots",
                () -> answer(control.topologies())
                        .get(0)
                        .shortage()
                        .filter(text -> text.contains("0 of the 2 workers"))
                        .isPresent());
        assertThat(answer(control.topology("words")).conf().toString()).doesNotContain("secret=[");
        assertThat(answer(control.topology("words")).components())
                .extracting(component ->
                        component.component() + " " + component.kind().orElseThrow())
                .containsExactly("count BOLT", "words SPOUT");
        assertThat(answer(control.tasks("words"))).hasSize(5);
        assertThat(answer(control.errors("words"))).isEmpty();
        assertThat(answer(control.supervisors())).isEmpty();
    }

    @Test
    void aSupervisorWhoseRecordStandsStillIsShownAsSilentAndGetsNothing() throws Exception {
        supervisorTimeout = Duration.ofMillis(500);
        MetadataStore store = store("host-a");
        supervisor(store, 1);
        Control control = leading(nimbus());
        await("its silence", () -> answer(control.supervisors()).get(0).silent());
        submit(control, "words", "", Map.of("topology.workers", 2));
        await("a word about missing workers", () -> workersMissing(control, "0 of the 2 workers"));

        AtomicLong sequence = new AtomicLong(1);
        await("one of two workers", () -> {
            supervisor(store, sequence.incrementAndGet());
            return workersMissing(control, "1 of the 2 workers");
        });
    }

    private static boolean workersMissing(Control control, String text) {
        return answer(control.topologies())
                .get(0)
                .shortage()
                .filter(why -> why.contains(text))
                .isPresent();
    }

    @Test
    void aNameIsTakenUntilItsTopologyIsRemoved() throws Exception {
        Control control = leading(nimbus());
        TopologySummary first = submit(control, "words", "key-1", Map.of());

        assertThat(submit(control, "words", "key-1", Map.of()).id())
                .as("a repetition is answered with what it repeats")
                .isEqualTo(first.id());
        ControlException taken = failure(() -> submit(control, "words", "key-2", Map.of()));
        assertThat(taken.kind()).isEqualTo(Kind.CONFLICT);
        assertThat(taken).hasMessageContaining("'words'").hasMessageContaining("kill it first");

        answer(control.kill("words", new KillRequest(OptionalLong.of(0))));
        await("nothing is left of it", () -> answer(control.topologies()).isEmpty() && keysOf(first.id()) == 0);
        assertThat(submit(control, "words", "key-2", Map.of()).id()).isNotEqualTo(first.id());
    }

    @Test
    void whatMakesNoSenseIsRefusedAndChangesNothing() throws Exception {
        Control control = leading(nimbus());
        submit(control, "words", "", Map.of());

        assertThat(failure(() -> submit(control, "../x", "", Map.of())).kind()).isEqualTo(Kind.INVALID);
        assertThat(failure(() -> submit(control, "other", "", Map.of("topology.worker", 2))))
                .hasMessageContaining("topology.worker")
                .hasMessageContaining("did you mean 'topology.workers'?");
        assertThat(failure(() -> answer(control.kill("wrods", new KillRequest(OptionalLong.empty()))))
                        .kind())
                .isEqualTo(Kind.NOT_FOUND);
        assertThat(failure(() -> answer(control.rebalance(
                        "words", new RebalanceRequest(OptionalLong.empty(), OptionalInt.empty(), Map.of("cuont", 2))))))
                .hasMessageContaining("did you mean 'count'?");
        assertThat(failure(() -> answer(control.code("words-1-1", "0".repeat(64), "../x", 0)))
                        .kind())
                .isEqualTo(Kind.NOT_FOUND);
        assertThat(answer(control.topologies())).hasSize(1);
    }

    @Test
    void itsStatusFollowsWhatIsAsked() throws Exception {
        Control control = leading(nimbus());
        submit(control, "words", "", Map.of());

        assertThat(answer(control.deactivate("words")).status()).isEqualTo(TopologyState.INACTIVE);
        assertThat(answer(control.activate("words")).status()).isEqualTo(TopologyState.ACTIVE);
        answer(control.rebalance(
                "words", new RebalanceRequest(OptionalLong.of(0), OptionalInt.of(3), Map.of("count", 6))));
        await("it is laid out anew", () -> {
            TopologySummary now = answer(control.topologies()).get(0);
            return now.status() == TopologyState.ACTIVE && now.wantedWorkers() == 3 && now.tasks() == 7;
        });
    }

    @Test
    void whoStandsByNamesTheLeaderAndGoesOnFromItsRecords() throws Exception {
        Nimbus first = nimbus();
        leading(first);
        Nimbus second = nimbus();
        supervisor();
        submit(first.control(), "words", "", Map.of());
        await(
                "it has a place, so that its kill has to wait",
                () -> !answer(first.control().topology("words")).workers().isEmpty());
        answer(first.control().kill("words", new KillRequest(OptionalLong.of(600_000))));

        ControlException elsewhere = failure(() -> answer(second.control().topologies()));
        assertThat(elsewhere.kind()).isEqualTo(Kind.NOT_LEADING);
        assertThat(elsewhere.leader()).contains("nimbus-1:7070");
        assertThat(answer(second.control().nimbuses()))
                .extracting(nimbus -> nimbus.address() + " " + nimbus.leading())
                .containsExactly("nimbus-1:7070 true", "nimbus-2:7070 false");

        first.close();
        leading(second);
        TopologySummary killed = answer(second.control().topologies()).get(0);
        assertThat(killed.status()).isEqualTo(TopologyState.KILLED);
        assertThat(killed.waitLeftMillis().orElseThrow()).isBetween(1L, 600_000L);
        answer(second.control().kill("words", new KillRequest(OptionalLong.of(0))));
        await("it is gone", () -> answer(second.control().topologies()).isEmpty());
    }

    /** STORM-526: what a nimbus does not understand it leaves alone. */
    @Test
    void aRecordThatCannotBeReadIsLeftAsItIs() throws Exception {
        MetadataStore store = store("writer");
        answer(store.commit(Commit.builder("by-hand")
                .put(keys.topology("future-1-1"), Bytes.utf8("{\"version\": 99}"))
                .put(Key.of("/gale/tasks/future-1-1/1"), Bytes.utf8("spout"))
                .build()));
        Control control = leading(nimbus());
        submit(control, "words", "", Map.of());
        answer(control.kill("words", new KillRequest(OptionalLong.of(0))));
        await("the other is gone", () -> answer(control.topologies()).isEmpty());

        assertThat(keysOf("future-1-1")).isEqualTo(2);
    }

    /** Nor is its code touched: it may be the only copy. */
    @Test
    void theCodeOfATopologyWhoseRecordCannotBeReadStays() throws Exception {
        sweepEvery = Duration.ofMillis(100);
        MetadataStore store = store("writer");
        answer(store.commit(Commit.builder("by-hand")
                .put(keys.topology("future-1-1"), Bytes.utf8("{\"version\": 99}"))
                .build()));
        leading(nimbus());

        Path future = Files.createDirectory(directory.resolve("nimbus-1/stormdist/future-1-1"));
        Path unused = Files.createDirectory(directory.resolve("nimbus-1/stormdist/unused-1-1"));
        makeOld(future);
        makeOld(unused);

        await("what nobody needs is gone", () -> !Files.exists(unused));
        assertThat(future).exists();
    }

    @Test
    void aStandbyKeepsNoCodeOfTopologiesThatAreGone() throws Exception {
        sweepEvery = Duration.ofMillis(100);
        String id = submit(leading(nimbus()), "words", "", Map.of()).id();
        nimbus();

        Path running =
                Files.createDirectory(directory.resolve("nimbus-2/stormdist").resolve(id));
        Path gone = Files.createDirectory(directory.resolve("nimbus-2/stormdist/gone-1-1"));
        makeOld(running);
        makeOld(gone);

        await("what nobody needs is gone", () -> !Files.exists(gone));
        assertThat(running).exists();
    }

    @Test
    void aLeaderGetsCodeThatItLacksFromWhoeverHasIt() throws Exception {
        Nimbus first = nimbus();
        String id = submit(leading(first), "words", "", Map.of()).id();
        CodeDirectory firstCode = code.get(0);
        sources.add(firstCode::open);
        Nimbus second = nimbus();

        first.close();
        leading(second);

        await(
                "the code is here",
                () -> Files.exists(directory.resolve("nimbus-2/stormdist").resolve(id)));
        await(
                "the topology is described by it",
                () -> answer(second.control().topology("words")).components().stream()
                        .allMatch(component -> component.kind().isPresent()));
        assertThat(answer(second.control().errors("words"))).isEmpty();
    }

    @Test
    void aLeaderThatCannotGetTheCodeSaysSoAndKeepsTheTopology() throws Exception {
        sweepEvery = Duration.ofMillis(100);
        Nimbus first = nimbus();
        submit(leading(first), "words", "", Map.of());
        sources.add((topology, digest, file) -> {
            throw new IOException("the only other nimbus has no power");
        });
        Nimbus second = nimbus();

        first.close();
        leading(second);

        await(
                "it says so",
                () -> answer(second.control().topologies())
                        .get(0)
                        .shortage()
                        .filter(text -> text.contains("lacks the topology's code") && text.contains("has no power"))
                        .isPresent());
        assertThat(answer(second.control().errors("words")))
                .extracting(error -> error.component() + " " + error.message())
                .singleElement()
                .asString()
                .startsWith("__system The leading nimbus lacks the topology's code");

        sources.clear();
        CodeDirectory firstCode = code.get(0);
        sources.add(firstCode::open);
        await("it has it again", () -> answer(second.control().errors("words")).isEmpty());
        assertThat(answer(second.control().topologies()).get(0).status()).isEqualTo(TopologyState.ACTIVE);
    }

    @Test
    void leftoversOfASubmitThatWasNeverCommittedAreSwept() throws Exception {
        MetadataStore store = store("writer");
        answer(store.commit(Commit.builder("by-hand")
                .put(Key.of("/gale/tasks/lost-1-1/1"), Bytes.utf8("spout"))
                .build()));
        assertThat(keysOf("lost-1-1")).isEqualTo(1);

        leading(nimbus());

        await("the leftover is gone", () -> keysOf("lost-1-1") == 0);
    }

    @Test
    void aRepetitionOfASubmitUnderWayIsAnsweredWithItsTopology() throws Exception {
        keeping = new CountDownLatch(1);
        Control control = leading(nimbus());
        SubmitRequest request = request(control, "words", "key-1", Map.of());

        CompletionStage<TopologySummary> first = control.submit(request);
        await("its files are kept", () -> stored() == 1);
        CompletionStage<TopologySummary> second = control.submit(request);
        answer(control.topologies()); // after the second, on the control thread
        keeping.countDown();

        assertThat(answer(second).id()).isEqualTo(answer(first).id());
        assertThat(stored()).isEqualTo(1);
        assertThat(uploads()).isZero();
    }

    @Test
    void aSubmitDuringWhichLeadershipWasLostCanBeRepeatedWithItsUploads() throws Exception {
        keeping = new CountDownLatch(1);
        Control control = leading(nimbus());
        SubmitRequest request = request(control, "words", "key-1", Map.of());

        CompletionStage<TopologySummary> first = control.submit(request);
        await("its files are kept", () -> stored() == 1);
        candidates.get(0).deposed("as the test wants");
        keeping.countDown();
        assertThat(failure(() -> answer(first)).kind()).isEqualTo(Kind.UNAVAILABLE);

        candidates.get(0).elected(leaderships.get(0));
        await("it leads again", () -> {
            try {
                return answer(control.topologies()).isEmpty();
            } catch (CompletionException e) {
                return false;
            }
        });
        TopologySummary accepted = answer(control.submit(request));
        assertThat(answer(control.submit(request)).id()).isEqualTo(accepted.id());
        assertThat(uploads()).isZero();
    }

    @Test
    void anUploadThatIsNotThereIsNotFound() throws Exception {
        Control control = leading(nimbus());
        SubmitRequest whole = request(control, "words", "", Map.of());
        SubmitRequest lacking = new SubmitRequest(
                "words", Map.of(), whole.jarUpload(), "00000000-0000-0000-0000-000000000000", "", true);

        assertThat(failure(() -> answer(control.submit(lacking))).kind()).isEqualTo(Kind.NOT_FOUND);
        assertThat(answer(control.submit(whole)).name()).isEqualTo("words");
    }

    @Test
    void aSubmitThatIsRefusedLeavesNothingOnDisk() throws Exception {
        Control control = leading(nimbus());

        assertThat(failure(() -> submit(control, "words", "", Map.of("topology.workers", 101))))
                .hasMessageContaining("nimbus.slots.perTopology");
        assertThat(stored()).isZero();
        assertThat(uploads()).isZero();

        keeping = new CountDownLatch(1);
        CompletionStage<TopologySummary> first = control.submit(request(control, "words", "key-1", Map.of()));
        CompletionStage<TopologySummary> second = control.submit(request(control, "words", "key-2", Map.of()));
        await("both are kept", () -> stored() == 2);
        keeping.countDown();
        await(
                "both are answered",
                () -> first.toCompletableFuture().isDone()
                        && second.toCompletableFuture().isDone());
        assertThat(List.of(first, second))
                .filteredOn(stage -> stage.toCompletableFuture().isCompletedExceptionally())
                .singleElement()
                .satisfies(
                        stage -> assertThat(failure(() -> answer(stage)).kind()).isEqualTo(Kind.CONFLICT));
        assertThat(stored()).isEqualTo(1);
        assertThat(uploads()).isZero();
    }

    /** How many topologies' code the first nimbus has. */
    private long stored() {
        return files("stormdist");
    }

    private long uploads() {
        return files("inbox");
    }

    private long files(String below) {
        try (Stream<Path> files = Files.list(directory.resolve("nimbus-1").resolve(below))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of a disk, but a submit goes on only once {@link #keeping} is open. */
    private TopologyFiles held(TopologyFiles files) {
        return proxy(TopologyFiles.class, (proxy, method, arguments) -> {
            Object result = invoke(files, method, arguments);
            if (method.getName().equals("keep")) {
                keeping.await();
            }
            return result;
        });
    }

    /** Lets a test tell who stands for election what it is. */
    private MetadataStore overheard(MetadataStore store) {
        return proxy(MetadataStore.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("elect")) {
                return invoke(store, method, arguments);
            }
            Candidate candidate = (Candidate) arguments[1];
            candidates.add(candidate);
            return store.elect((Election) arguments[0], new Candidate() {
                @Override
                public void elected(Leadership leadership) {
                    leaderships.add(leadership);
                    candidate.elected(leadership);
                }

                @Override
                public void deposed(String reason) {
                    candidate.deposed(reason);
                }
            });
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Nimbus nimbus() {
        String name = "nimbus-" + ++nimbuses;
        DiskTopologyFiles files = new DiskTopologyFiles(
                directory.resolve(name), InboxLimits.DEFAULT, CodeLimits.DEFAULT, defaults, () -> List.copyOf(sources));
        code.add(files.directory());
        open.push(files);
        MetadataStore store = overheard(store(name));
        Nimbus nimbus = new Nimbus(
                store,
                keys,
                new EvenScheduler(Map.of()),
                held(files),
                new Nimbus.Setup(
                        name + ":7070",
                        "test",
                        new NimbusTimings(
                                TimeUnit.SECONDS.toNanos(5),
                                TimeUnit.SECONDS.toNanos(5),
                                supervisorTimeout.toNanos(),
                                TimeUnit.SECONDS.toNanos(1),
                                TimeUnit.MILLISECONDS.toNanos(200)),
                        100,
                        1_000,
                        sweepEvery),
                List::of);
        open.push(nimbus);
        return nimbus;
    }

    private static void makeOld(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    }

    private MetadataStore store(String process) {
        MetadataStore store = stores.open(
                ConfigSection.of("memory", Map.of("world", "one")),
                new EnginePluginContext(process, "store memory", System::nanoTime, new SplittableRandom(1)));
        open.push(store);
        return store;
    }

    private void supervisor() {
        supervisor(store("host-a"), 1);
    }

    private void supervisor(MetadataStore store, long sequence) {
        Instant now = Instant.now();
        SupervisorRecord record = new SupervisorRecord(
                new SupervisorId("host-a"), "127.0.0.1", List.of(6700), List.of(), now, now, sequence, "test");
        answer(store.commit(Commit.builder("host-a-registers-" + sequence)
                .put(keys.supervisor(record.id()), new SupervisorFormat().encode(record, null))
                .build()));
    }

    private static Control leading(Nimbus nimbus) {
        await("a leader", () -> {
            try {
                answer(nimbus.control().topologies());
                return true;
            } catch (CompletionException e) {
                return false;
            }
        });
        return nimbus.control();
    }

    private TopologySummary submit(Control control, String name, String key, Map<String, Object> conf)
            throws Exception {
        return answer(control.submit(request(control, name, key, conf)));
    }

    private static SubmitRequest request(Control control, String name, String key, Map<String, Object> conf)
            throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words(), 1);
        builder.setBolt("count", new Count(), 4).fieldsGrouping("words", new Fields("word"));
        Topology topology = builder.createTopology();
        byte[] code = TopologyCode.of(topology, problem -> {
                    throw new AssertionError(problem.toString());
                })
                .orElseThrow()
                .encode();
        return new SubmitRequest(name, conf, upload(control, jar()), upload(control, code), key, true);
    }

    private static String upload(Control control, byte[] content) throws Exception {
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        String id = answer(control.beginUpload(new UploadRequest(content.length, digest)))
                .id();
        answer(control.uploadChunk(id, 0, content));
        return answer(control.finishUpload(id)).id();
    }

    private static byte[] jar() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("readme.txt"));
            zip.write('x');
            zip.closeEntry();
        }
        return bytes.toByteArray();
    }

    /** How many keys there are anywhere under the root that name a topology. */
    private int keysOf(String id) {
        MetadataStore store = store("reader");
        int found = 0;
        for (String kind : List.of("storms", "assignments", "tasks", "workerbeats", "errors")) {
            Key key = Key.of("/gale/" + kind + "/" + id);
            found += answer(store.read(key)).isPresent() ? 1 : 0;
            found += answer(store.children(key)).size();
        }
        return found;
    }

    private static ControlException failure(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(CompletionException.class).hasCauseInstanceOf(ControlException.class);
        return (ControlException) thrown.getCause();
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                throw new AssertionError("It took too long until " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
