package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.Fields;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.TopologyStatus;
import dev.gale.api.Values;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class LifecycleIT {
    private LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    private static TopologyBuilder ledgerAndSink(Ledger ledger, int sinks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("sink", WorkBolt.acking(), sinks).shuffleGrouping("spout");
        return builder;
    }

    /** Emits for ever; counts what it emits. */
    private static WorkSpout endless(Shared<AtomicLong> emitted) {
        return WorkSpout.doing(
                (out, context) -> {
                    long n = emitted.get().incrementAndGet();
                    out.emit(new Values(n), n);
                },
                "n");
    }

    /** Two engines in one JVM run at the same time and close without a thread left. */
    @Test
    void twoEnginesRunAtOnceAndCloseWithoutAThreadLeft() {
        cluster.close();
        Patience.until(() -> Runs.engineThreads().isEmpty(), () -> "left by others: " + Runs.engineThreads());
        Ledger first = new Ledger(20_000);
        Ledger second = new Ledger(20_000);
        AtomicLong emitted = new AtomicLong();

        try (LocalCluster one = new LocalCluster();
                LocalCluster other = new LocalCluster()) {
            TopologyBuilder forever = new TopologyBuilder();
            forever.setSpout("spout", endless(Shared.of(emitted)));
            forever.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
            one.submit("endless", Runs.workers(2), forever.createTopology());
            LocalTopology left =
                    one.submit("it", Runs.workers(2), ledgerAndSink(first, 2).createTopology());
            LocalTopology right =
                    other.submit("it", Runs.workers(2), ledgerAndSink(second, 2).createTopology());
            Runs.awaitFinished(left, first);
            Runs.awaitFinished(right, second);
            Patience.until(() -> emitted.get() > 1_000, () -> "the endless one emitted " + emitted);
        }

        assertThat(first.acks).hasValue(20_000);
        assertThat(second.acks).hasValue(20_000);
        Patience.until(() -> Runs.engineThreads().isEmpty(), () -> "left: " + Runs.engineThreads());
    }

    @Test
    void aTopologyThatEndedKeepsNoThreadAndItsNameIsFree() {
        cluster.close();
        Patience.until(() -> Runs.engineThreads().isEmpty(), () -> "left by others: " + Runs.engineThreads());
        cluster = new LocalCluster();
        List<String> before = Runs.engineThreads();

        for (int i = 0; i < 5; i++) {
            Ledger ledger = new Ledger(100);
            LocalTopology topology = Runs.finish(cluster, Runs.workers(2), ledgerAndSink(ledger, 1), ledger);
            assertThat(topology.status()).isEqualTo(TopologyStatus.FINISHED);
            assertThat(topology.statistics().components()).containsKeys("spout", "sink");
            assertThatThrownBy(topology::activate)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("FINISHED");
            topology.kill(Duration.ZERO);
        }

        Patience.until(
                () -> Runs.engineThreads().equals(before), () -> "before " + before + ", now " + Runs.engineThreads());
    }

    @Test
    void severalTopologiesRunSideBySide() {
        List<Ledger> ledgers = new ArrayList<>();
        List<LocalTopology> topologies = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Ledger ledger = new Ledger(10_000);
            ledgers.add(ledger);
            topologies.add(cluster.submit(
                    "number-" + i,
                    Runs.workers(1 + i % 3),
                    ledgerAndSink(ledger, 2).createTopology()));
        }
        for (int i = 0; i < 5; i++) {
            Runs.awaitFinished(topologies.get(i), ledgers.get(i));
            assertThat(ledgers.get(i).acks).hasValue(10_000);
        }
    }

    /** O-13 to O-17 as one: every problem together, nothing started, and the name is free. */
    @Test
    void aRefusedSubmitTellsAllProblemsAndLeavesTheNameFree() {
        List<String> before = Runs.engineThreads();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", WorkSpout.doing((out, context) -> {}, "id"), 0);
        Thread socket = new Thread(() -> {}, "stands for what cannot be serialized");
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> socket.interrupt()), -1)
                .fieldsGrouping("spout", new Fields("nobody"));
        builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("missing");
        Config conf = new Config();
        conf.setMessageTimeoutSecs(-5);
        conf.put("my.thread", socket);
        conf.put("my.null", null);

        assertThatThrownBy(() -> cluster.submit("it", conf, builder.createTopology()))
                .isInstanceOfSatisfying(SubmitException.class, e -> {
                    assertThat(e.problems()).hasSizeGreaterThanOrEqualTo(6);
                    assertThat(e)
                            .hasMessageContaining("spout")
                            .hasMessageContaining("nobody")
                            .hasMessageContaining("missing")
                            .hasMessageContaining(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS)
                            .hasMessageContaining("my.thread")
                            .hasMessageContaining("java.lang.Thread");
                });

        assertThat(cluster.topologies()).isEmpty();
        assertThat(Runs.engineThreads()).isEqualTo(before);
        Ledger ledger = new Ledger(10);
        Runs.finish(cluster, new Config(), ledgerAndSink(ledger, 1), ledger);
        assertThat(ledger.acks).hasValue(10);
    }

    /** Holds something that cannot be serialized. */
    private static final class HoldsAThread implements CustomStreamGrouping {
        @SuppressWarnings("serial")
        private final Thread thread = new Thread(() -> {}, "stands for what cannot be serialized");

        private List<Integer> targets = List.of();

        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {
            targets = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return thread.isAlive() ? List.of() : targets;
        }
    }

    /** Throws when it is prepared, as often as it is told. */
    private static final class CannotPrepare implements CustomStreamGrouping {
        private final Shared<AtomicInteger> failures;
        private List<Integer> targets = List.of();

        CannotPrepare(Shared<AtomicInteger> failures) {
            this.failures = failures;
        }

        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {
            targets = targetTasks;
            if (failures.get().getAndDecrement() > 0) {
                throw new IllegalStateException("this grouping cannot be prepared");
            }
        }

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return targets;
        }
    }

    /** O-17 for a custom grouping: what cannot be serialized is refused at submit. */
    @Test
    void aCustomGroupingThatCannotBeSerializedIsRefusedAtSubmit() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(new Ledger(10))));
        builder.setBolt("sink", WorkBolt.acking()).customGrouping("spout", new HoldsAThread());

        assertThatThrownBy(() -> cluster.submit("it", new Config(), builder.createTopology()))
                .isInstanceOf(SubmitException.class)
                .hasMessageContaining("sink")
                .hasMessageContaining("java.lang.Thread");
        assertThat(cluster.topologies()).isEmpty();
    }

    @Test
    void aWorkerThatCannotBeMadeIsReportedAndTriedAgain() {
        Ledger ledger = new Ledger(1_000);
        AtomicInteger failures = new AtomicInteger(3);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("sink", WorkBolt.acking()).customGrouping("spout", new CannotPrepare(Shared.of(failures)));

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(ledger.acks).hasValue(1_000);
        assertThat(Runs.messages(topology)).anyMatch(message -> message.contains("this grouping cannot be prepared"));
    }

    @Test
    void aTopologyWhoseWorkersCannotBeMadeCanBeKilled() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(new Ledger(10))));
        builder.setBolt("sink", WorkBolt.acking())
                .customGrouping("spout", new CannotPrepare(Shared.of(new AtomicInteger(1_000_000))));
        LocalTopology topology = cluster.submit("it", Runs.workers(2), builder.createTopology());
        Patience.until(() -> !topology.errors().isEmpty(), () -> "no error is reported");

        assertThatThrownBy(() -> topology.awaitRunning(Duration.ofMillis(50)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("this grouping cannot be prepared");
        topology.kill(Duration.ZERO);

        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
    }

    @Test
    void anEndpointThatCannotBeBoundIsTriedAgain() {
        cluster.close();
        FaultyTransportFactory.Faults faults = FaultyTransportFactory.faults("bind");
        cluster = new LocalCluster(FaultyTransportFactory.config("bind"));
        faults.bindsToRefuse.set(3);
        Ledger ledger = new Ledger(1_000);

        Runs.finish(cluster, Runs.workers(2), ledgerAndSink(ledger, 1), ledger);

        assertThat(ledger.acks).hasValue(1_000);
    }

    /** awaitRunning promises that every component is prepared. */
    @Test
    void aTopologyRunsOnlyWhenEveryComponentIsPrepared() {
        AtomicInteger attempts = new AtomicInteger();
        Shared<AtomicInteger> shared = Shared.of(attempts);
        Ledger ledger = new Ledger(100);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("sink", WorkBolt.acking().preparedBy((out, context) -> {
                    if (shared.get().incrementAndGet() < 4) {
                        throw new IllegalStateException("not yet");
                    }
                }))
                .shuffleGrouping("spout");

        LocalTopology topology = Runs.start(cluster, Runs.workers(2), builder);

        assertThat(attempts).hasValue(4);
        Runs.awaitFinished(topology, ledger);
    }

    /** O-42: whoever emits at once needs no replay for a receiver that is ready late, at any start. */
    @Test
    void nothingIsLostOnTheWayToATaskThatIsPreparedLate() {
        int count = 1_000;
        for (int start = 0; start < 10; start++) {
            int lateMillis = 20 * start;
            Ledger ledger = new Ledger(count);
            AtomicLong executed = new AtomicLong();
            Shared<AtomicLong> rows = Shared.of(executed);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
            builder.setBolt(
                            "sink",
                            WorkBolt.doing((input, out, context) -> {
                                        rows.get().incrementAndGet();
                                        out.ack(input);
                                    })
                                    .preparedBy((out, context) -> Runs.work(
                                            TimeUnit.MILLISECONDS.toNanos(lateMillis * context.getThisTaskIndex()))),
                            3)
                    .shuffleGrouping("spout");
            Config conf = Runs.workers(3);
            conf.setMaxSpoutPending(count);
            conf.setMessageTimeoutSecs(60);
            try (LocalCluster fresh = new LocalCluster()) {
                Runs.finish(fresh, conf, builder, ledger);
            }

            assertThat(ledger.acks).hasValue(count);
            assertThat(ledger.fails).hasValue(0);
            assertThat(ledger.emits).hasValue(count);
            assertThat(executed).hasValue(count);
        }
    }

    @Test
    void aComponentThatIsNeverPreparedIsNamedByWhoWaits() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(new Ledger(100))));
        builder.setBolt("sink", WorkBolt.acking().preparedBy((out, context) -> {
                    throw new IllegalStateException("never");
                }))
                .shuffleGrouping("spout");
        LocalTopology topology = cluster.submit("it", Runs.workers(2), builder.createTopology());
        Patience.until(() -> topology.errors().size() > 2, () -> "no error is reported");

        assertThatThrownBy(() -> topology.awaitRunning(Duration.ofMillis(50)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("never");
        assertThat(topology.status()).isEqualTo(TopologyStatus.STARTING);
    }

    @Test
    void aTopologyThatIsStillStartingCanBeKilled() {
        CountDownLatch preparing = new CountDownLatch(1);
        Shared<CountDownLatch> shared = Shared.of(preparing);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(new Ledger(100))));
        builder.setBolt("sink", WorkBolt.acking().preparedBy((out, context) -> {
                    shared.get().countDown();
                    new CountDownLatch(1).await();
                }))
                .shuffleGrouping("spout");
        LocalTopology topology = cluster.submit("it", Runs.workers(2), builder.createTopology());
        Patience.until(() -> preparing.getCount() == 0, () -> "prepare is not called");

        topology.kill(Duration.ofHours(1));

        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
    }

    @Test
    void submitAndCloseAtTheSameTimeLeaveNoThread() {
        cluster.close();
        for (int i = 0; i < 20; i++) {
            LocalCluster racing = new LocalCluster();
            CompletableFuture<Void> submit = CompletableFuture.runAsync(() -> {
                try {
                    racing.submit(
                            "it",
                            Runs.workers(2),
                            ledgerAndSink(new Ledger(1_000), 1).createTopology());
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessageContaining("closed");
                }
            });
            racing.close();
            submit.join();
            racing.close();
        }
        Patience.until(() -> Runs.engineThreads().isEmpty(), () -> "left: " + Runs.engineThreads());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aDeactivatedTopologyEmitsNothingUntilItIsActivated(int workers) {
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(workers), builder);
        Patience.until(() -> emitted.get() > 1_000, () -> "emitted " + emitted);

        topology.deactivate();
        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);
        Patience.until(() -> topology.pending() == 0, () -> "pending " + topology.pending());
        long then = emitted.get();
        Patience.observe(Duration.ofMillis(100));
        assertThat(emitted).hasValue(then);

        topology.activate();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        Patience.until(() -> emitted.get() > then + 1_000, () -> "emitted " + emitted + " after " + then);
    }

    @Test
    void aTopologyThatIsDeactivatedWhileItStartsIsInactive() {
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("sink", WorkBolt.acking().preparedBy((out, context) -> Runs.work(100_000_000)))
                .shuffleGrouping("spout");
        LocalTopology topology = cluster.submit("it", Runs.workers(2), builder.createTopology());

        topology.deactivate();

        assertThat(topology.awaitStatus(TopologyStatus.INACTIVE, Patience.LONGEST))
                .isTrue();
        Patience.observe(Duration.ofMillis(50));
        assertThat(emitted).hasValue(0);
    }

    @Test
    void killWaitsForWhatIsPending() {
        Ledger ledger = new Ledger(1_000_000);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("slow", WorkBolt.doing((input, out, context) -> {
                    Runs.work(100_000);
                    out.ack(input);
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setMaxSpoutPending(500);
        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(() -> ledger.acks.get() > 100, ledger::toString);

        topology.kill(Patience.LONGEST);

        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
        assertThat(ledger.acks).hasValue(ledger.emits.get());
        assertThat(ledger.fails).hasValue(0);
    }

    /** A kill that may wait for an hour does not hold up the close of the cluster. */
    @Test
    void closeDoesNotWaitForAKillThatWaits() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(new Ledger(1))));
        builder.setBolt("never", WorkBolt.doing((input, out, context) -> {})).shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setMessageTimeoutSecs(3_600);
        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(() -> topology.pending() == 1, () -> "pending " + topology.pending());
        CompletableFuture<Void> kill = CompletableFuture.runAsync(() -> topology.kill(Duration.ofHours(1)));
        Patience.observe(Duration.ofMillis(50));

        cluster.close();

        kill.get(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS);
        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
    }

    /** User code that does not return, and other threads that post calls to it: the kill ends all the same. */
    @Test
    void killEndsThoughUserCodeDoesNotReturn() {
        AtomicBoolean stuck = new AtomicBoolean();
        AtomicBoolean release = new AtomicBoolean();
        AtomicInteger posted = new AtomicInteger();
        Shared<AtomicBoolean> isStuck = Shared.of(stuck);
        Shared<AtomicBoolean> released = Shared.of(release);
        Shared<AtomicInteger> calls = Shared.of(posted);
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("stuck", WorkBolt.doing((input, out, context) -> {
                    var handle = out.threadSafe();
                    Thread poster = new Thread(() -> {
                        try {
                            while (!released.get().get()) {
                                handle.reportError(new IllegalStateException("posted"));
                                calls.get().incrementAndGet();
                            }
                        } catch (IllegalStateException e) {
                            // The executor has stopped.
                            calls.get().set(-1);
                        }
                    });
                    poster.setDaemon(true);
                    poster.start();
                    isStuck.get().set(true);
                    while (!released.get().get()) {
                        Thread.onSpinWait();
                        Runs.work(1_000_000);
                    }
                }))
                .shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(1), builder);
        Patience.until(stuck::get, () -> "not stuck yet");
        AtomicInteger last = new AtomicInteger(-1);
        Patience.until(
                () -> {
                    Patience.observe(Duration.ofMillis(20));
                    return posted.get() > 1_000 && last.getAndSet(posted.get()) == posted.get();
                },
                () -> "posted " + posted);

        long start = System.nanoTime();
        topology.kill(Duration.ZERO);
        release.set(true);

        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
        Patience.until(() -> posted.get() == -1, () -> "the thread that posts is kept");
    }

    /** A thread that was interrupted closes the cluster all the same, and is interrupted still. */
    @Test
    void anInterruptedThreadCanCloseTheCluster() {
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(2), builder);
        Thread.currentThread().interrupt();

        cluster.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
        Patience.until(() -> Runs.engineThreads().isEmpty(), () -> "left: " + Runs.engineThreads());
    }

    /** FINISHED comes when everything has arrived, also what nobody tracks, however long it is on its way. */
    @Test
    void aTopologyFinishesWhenUntrackedTuplesHaveArrivedToo() {
        cluster.close();
        FaultyTransportFactory.Faults faults = FaultyTransportFactory.faults("slow");
        faults.frameNanos = 30_000_000;
        cluster = new LocalCluster(FaultyTransportFactory.config("slow"));
        for (int i = 0; i < 3; i++) {
            int count = 500;
            AtomicInteger received = new AtomicInteger();
            Shared<AtomicInteger> sink = Shared.of(received);
            Ledger ledger = new Ledger(count);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).untracked());
            builder.setBolt("first", WorkBolt.passingOn("id")).shuffleGrouping("spout");
            builder.setBolt("second", WorkBolt.doing((input, out, context) -> {
                        sink.get().incrementAndGet();
                        out.ack(input);
                    }))
                    .shuffleGrouping("first");

            Runs.finish(cluster, Runs.workers(3), builder, ledger);

            assertThat(received).hasValue(count);
        }
    }

    /** A bolt that rests after a failure, with the rest of a batch in hand, is not at its end. */
    @Test
    void aTopologyDoesNotFinishWhileABoltRestsAfterAFailure() {
        int count = 100;
        AtomicInteger received = new AtomicInteger();
        Shared<AtomicInteger> sink = Shared.of(received);
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).untracked());
        builder.setBolt("throws", WorkBolt.doing((input, out, context) -> {
                    int number = sink.get().incrementAndGet();
                    if (number <= 8) {
                        throw new IllegalStateException("number " + number);
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(1), builder, ledger);

        assertThat(received).hasValue(count);
        assertThat(topology.errors()).hasSize(8);
    }

    @Test
    void aRebalanceChangesWorkersAndExecutorsAndLosesNothing() {
        int count = 20_000;
        Ledger ledger = new Ledger(count);
        AtomicLong executed = new AtomicLong();
        Shared<AtomicLong> calls = Shared.of(executed);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing((input, out, context) -> {
                            // Slow enough that there is something left to do after two rebalances.
                            LockSupport.parkNanos(50_000);
                            calls.get().incrementAndGet();
                            out.ack(input);
                        }),
                        1)
                .setNumTasks(4)
                .shuffleGrouping("spout");
        Config conf = Runs.workers(1);
        conf.setMaxSpoutPending(1_000);
        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(() -> ledger.acks.get() > 1_000, ledger::toString);

        topology.rebalance(
                RebalanceOptions.draining(Patience.LONGEST).withWorkers(3).withExecutors("bolt", 4));
        assertThat(topology.layout().executorsOf("bolt")).hasSize(4);
        long then = ledger.acks.get();
        Patience.until(() -> ledger.acks.get() > then + 1_000, ledger::toString);
        topology.rebalance(
                RebalanceOptions.draining(Patience.LONGEST).withWorkers(2).withExecutors("bolt", 2));
        Runs.awaitFinished(topology, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(0);
        assertThat(ledger.emits).hasValue(count);
        StatisticsIT.Counts counts = StatisticsIT.Counts.of(topology);
        assertThat(counts.emitted("spout")).isEqualTo(ledger.emits.get());
        assertThat(counts.acked("spout")).isEqualTo(ledger.acks.get());
        assertThat(counts.executed("bolt")).isEqualTo(executed.get());
    }

    @Test
    void aRebalanceThatCannotBeIsRefusedAndChangesNothing() {
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(2), builder);

        assertThatThrownBy(() -> topology.rebalance(
                        RebalanceOptions.draining(Duration.ZERO).withExecutors("nobody", 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> topology.rebalance(
                        RebalanceOptions.draining(Duration.ZERO).withWorkers(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 workers");

        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        long then = emitted.get();
        Patience.until(() -> emitted.get() > then, () -> "emitted " + emitted);
    }

    @Test
    void anInactiveTopologyIsInactiveAfterARebalance() {
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(1), builder);
        topology.deactivate();

        topology.rebalance(RebalanceOptions.draining(Patience.LONGEST).withWorkers(2));

        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);
        long then = emitted.get();
        Patience.observe(Duration.ofMillis(50));
        assertThat(emitted).hasValue(then);
    }

    /** A rebalance whose new workers cannot be prepared does not keep its caller for ever once the topology is killed. */
    @Test
    void aRebalanceThatDoesNotComeUpEndsWithTheTopology() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        Shared<AtomicBoolean> shared = Shared.of(broken);
        AtomicLong emitted = new AtomicLong();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(Shared.of(emitted)));
        builder.setBolt("sink", WorkBolt.acking().preparedBy((out, context) -> {
                    if (shared.get().get()) {
                        throw new IllegalStateException("not any more");
                    }
                }))
                .shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(2), builder);
        broken.set(true);
        CompletableFuture<Void> rebalance =
                CompletableFuture.runAsync(() -> topology.rebalance(RebalanceOptions.draining(Patience.LONGEST)));
        Patience.until(() -> topology.errors().size() > 1, () -> "no error is reported");

        assertThat(rebalance).isNotDone();
        topology.kill(Duration.ZERO);

        rebalance.get(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS);
        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
    }

    /** Reports how much processor an idle topology takes; asserts nothing about speed. */
    @Test
    void anIdleTopologyIsReported(TestReporter reporter) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", WorkSpout.doing((out, context) -> {}, "n"), 2);
        builder.setBolt("first", WorkBolt.passingOn("n"), 4).shuffleGrouping("spout");
        builder.setBolt("second", WorkBolt.acking(), 4).shuffleGrouping("first");
        Runs.start(cluster, Runs.workers(2), builder);
        Patience.observe(Duration.ofMillis(500));

        long before = cpuNanosOfTheEngine();
        Duration observed = Duration.ofSeconds(2);
        Patience.observe(observed);
        long used = cpuNanosOfTheEngine() - before;

        reporter.publishEntry(
                "idle topology of 10 executors in 2 workers",
                String.format("%.2f %% of a processor", 100.0 * used / observed.toNanos()));
        assertThat(used).isNotNegative();
    }

    private static long cpuNanosOfTheEngine() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("gale-")) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getId()));
            }
        }
        return sum;
    }
}
