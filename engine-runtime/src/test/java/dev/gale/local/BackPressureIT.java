package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class BackPressureIT {
    private LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** What a spout without end and its slow bolt did. */
    private static final class Flow {
        final AtomicLong emitted = new AtomicLong();
        final AtomicLong acked = new AtomicLong();
        final AtomicLong failed = new AtomicLong();
        final AtomicLong executed = new AtomicLong();
        final AtomicBoolean released = new AtomicBoolean();
    }

    private static WorkSpout endless(Shared<Flow> flow) {
        return WorkSpout.doing(
                        (out, context) -> {
                            long n = flow.get().emitted.incrementAndGet();
                            out.emit(new Values(n, new byte[2_000]), n);
                        },
                        "n",
                        "payload")
                .onAck((id, out) -> flow.get().acked.incrementAndGet())
                .onFail((id, out) -> flow.get().failed.incrementAndGet());
    }

    private static WorkBolt slow(Shared<Flow> flow) {
        return WorkBolt.doing((input, out, context) -> {
            flow.get().executed.incrementAndGet();
            Runs.work(1_000_000);
            out.ack(input);
        });
    }

    /**
     * A bolt of 1 ms a tuple behind a spout that never stops, with default settings. The heap does not grow,
     * the spout goes as slow as the bolt, nothing times out. O-32 is the same without ackers.
     */
    @ParameterizedTest
    @CsvSource({"1, -1", "2, -1", "2, 0"})
    void aSpoutGoesAsSlowAsItsBoltAndTheHeapDoesNotGrow(int workers, int ackers) {
        Flow flow = new Flow();
        Shared<Flow> shared = Shared.of(flow);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(shared));
        builder.setBolt("slow", slow(shared)).shuffleGrouping("spout");
        Config conf = Runs.workers(workers);
        if (ackers >= 0) {
            conf.setNumAckers(ackers);
        }
        Runs.start(cluster, conf, builder);
        Duration first = Patience.LONG ? Duration.ofSeconds(30) : Duration.ofMillis(1_500);
        Duration more = Patience.LONG ? Duration.ofSeconds(90) : Duration.ofSeconds(3);
        Patience.observe(first);
        long usedThen = usedAfterCollection();
        long emittedThen = flow.emitted.get();
        long executedThen = flow.executed.get();

        Patience.observe(more);
        long used = usedAfterCollection();
        long emitted = flow.emitted.get() - emittedThen;
        long executed = flow.executed.get() - executedThen;

        assertThat(used).isLessThan(usedThen + usedThen / 10);
        // What waits on the way is bounded, so that the two may differ by a batch or two and no more.
        assertThat(executed).isPositive();
        assertThat(Math.abs(emitted - executed)).isLessThan(Math.max(10_000, executed / 5));
        assertThat(flow.failed).hasValue(0);
    }

    private static long usedAfterCollection() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** O-32 at its end: with ackers off, everything that was emitted arrives. */
    @Test
    void withoutAckersEverythingThatWasEmittedArrives() {
        Flow flow = new Flow();
        Shared<Flow> shared = Shared.of(flow);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(shared));
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> {
                    shared.get().executed.incrementAndGet();
                    out.ack(input);
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setNumAckers(0);
        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(() -> flow.executed.get() > 100_000, () -> "executed " + flow.executed);

        topology.kill(Patience.LONGEST);

        assertThat(flow.executed).hasValue(flow.emitted.get());
        assertThat(flow.acked).hasValue(flow.emitted.get());
    }

    /** One bolt that stands still does not stall its neighbours on the same link. */
    @Test
    void aBoltThatStandsStillDoesNotStallItsNeighbours() {
        Flow stuck = new Flow();
        Shared<Flow> shared = Shared.of(stuck);
        int count = 50_000;
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        // Dealt out in this order: a and c to the first worker, b and d to the second.
        builder.setSpout("a-spout", endless(shared));
        builder.setBolt("b-stuck", WorkBolt.doing((input, out, context) -> {
                    while (!shared.get().released.get()
                            && !Thread.currentThread().isInterrupted()) {
                        Runs.work(1_000_000);
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("a-spout");
        builder.setSpout("c-spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("d-fast", WorkBolt.acking()).shuffleGrouping("c-spout");
        Config conf = Runs.workers(2);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 16 * 1024);
        conf.setMaxSpoutPending(1_000_000);
        LocalTopology topology = Runs.start(cluster, conf, builder);

        Patience.until(() -> ledger.acks.get() == count, () -> ledger + ", " + Runs.messages(topology));

        assertThat(stuck.acked).hasValue(0);
        stuck.released.set(true);
        Patience.until(() -> stuck.acked.get() > 10_000, () -> "acked " + stuck.acked);
        assertThat(stuck.failed).hasValue(0);
    }

    /** A bolt that is too slow for two sources takes from both, though one is in its worker and the other is not. */
    @Test
    void aSourceNearbyAndOneFarAwayBothGetOn() {
        Flow near = new Flow();
        Flow far = new Flow();
        Shared<Flow> nearShared = Shared.of(near);
        Shared<Flow> farShared = Shared.of(far);
        WorkBolt.Work work = (input, out, context) -> {
            (input.getSourceComponent().equals("c-near") ? nearShared : farShared)
                    .get()
                    .executed
                    .incrementAndGet();
            Runs.work(20_000);
            out.ack(input);
        };
        TopologyBuilder builder = new TopologyBuilder();
        // Dealt out in this order: a and c to the first worker, b to the second.
        builder.setBolt("a-slow", WorkBolt.doing(work)).shuffleGrouping("b-far").shuffleGrouping("c-near");
        builder.setSpout("b-far", endless(farShared));
        builder.setSpout("c-near", endless(nearShared));
        Config conf = Runs.workers(2);
        conf.setNumAckers(0);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 64);
        LocalTopology topology = Runs.start(cluster, conf, builder);

        Patience.until(
                () -> near.executed.get() > 2_000 && far.executed.get() > 2_000,
                () -> "near " + near.executed + ", far " + far.executed + ", " + Runs.messages(topology));
    }

    /** Order from one source task to one target task is kept, through overflow and between workers. */
    @ParameterizedTest
    @CsvSource({"1, 16", "2, 16", "2, 4096"})
    void orderIsKeptFromTaskToTask(int workers, int inbox) {
        int count = 60_000;
        Ledger ledger = new Ledger(count);
        AtomicInteger wrong = new AtomicInteger();
        Shared<AtomicInteger> mistakes = Shared.of(wrong);
        Map<String, Integer> last = new ConcurrentHashMap<>();
        Shared<Map<String, Integer>> lastOf = Shared.of(last);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new LedgerSpout(Shared.of(ledger))
                        .withoutReplay()
                        .withPayload(id -> new Values(id % 7, id), "key", "n"),
                3);
        builder.setBolt("pass", WorkBolt.passingOn("key", "n"), 2).fieldsGrouping("spout", new Fields("key"));
        WorkBolt.Work check = (input, out, context) -> {
            String way = input.getInteger(0) + " " + input.getInteger(1) % 3 + " to " + context.getThisTaskId();
            Integer before = lastOf.get().put(way, input.getInteger(1));
            if (before != null && before >= input.getInteger(1)) {
                mistakes.get().incrementAndGet();
            }
            if (input.getInteger(1) % 5_000 == 0) {
                Runs.work(10_000_000);
            }
            out.ack(input);
        };
        builder.setBolt("check", WorkBolt.doing(check), 2).fieldsGrouping("pass", new Fields("key"));
        Config conf = Runs.workers(workers);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, inbox);

        Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(wrong).hasValue(0);
    }

    /** O-27, scaled: work that queues for less than the timeout does not fail; for more, each emission has one answer. */
    @ParameterizedTest
    @CsvSource({"200, 2000", "5000, 5000"})
    void queuingCountsAgainstTheTimeoutAndEveryEmissionHasOneAnswer(int pending, int count) {
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt("slow", WorkBolt.doing((input, out, context) -> {
                    Runs.work(1_000_000);
                    out.ack(input);
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setMaxSpoutPending(pending);
        conf.setMessageTimeoutSecs(pending == 200 ? 10 : 1);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks.get() + ledger.fails.get()).isEqualTo(count);
        assertThat(ledger.distinctAcked() + ledger.distinctFailed()).isEqualTo(count);
        if (pending == 200) {
            assertThat(ledger.fails).hasValue(0);
        }
        assertThat(topology.pending()).isZero();
        assertThat(topology.errors()).isEmpty();
    }

    /** O-28: one nextTuple call emits 50,000 with a pending limit of 100; it is not called again before there is less. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneCallOfNextTupleMayEmitFarMoreThanTheLimit(int workers) {
        int count = 50_000;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        AtomicInteger most = new AtomicInteger();
        Shared<AtomicInteger> mostPending = Shared.of(most);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    mostPending.get().accumulateAndGet(out.getPendingCount(), Math::max);
                                    if (shared.get().emits.get() > 0) {
                                        out.finish();
                                        return;
                                    }
                                    for (int id = 1; id <= count; id++) {
                                        shared.get().emitted(id);
                                        out.emit(new Values(id), id);
                                    }
                                },
                                "id")
                        .onAck((id, out) -> shared.get().acked((Integer) id))
                        .onFail((id, out) -> shared.get().failed((Integer) id)));
        builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("spout");
        Config conf = Runs.workers(workers);
        conf.setMaxSpoutPending(100);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 1_024);

        Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(0);
        assertThat(most.get()).isLessThan(100);
    }

    /** O-37 without a broken link: a sink that stands still and runs in turn; the flow comes back each time. */
    @Test
    void aFlowThatWasHeldBackComesBackEachTime() {
        Flow flow = new Flow();
        Shared<Flow> shared = Shared.of(flow);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", endless(shared), 4);
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    while (!shared.get().released.get()
                            && !Thread.currentThread().isInterrupted()) {
                        Runs.work(1_000_000);
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(4);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 4 * 1024);
        Runs.start(cluster, conf, builder);
        for (int i = 0; i < 20; i++) {
            flow.released.set(true);
            long then = flow.acked.get();
            Patience.until(() -> flow.acked.get() > then + 2_000, () -> "acked " + flow.acked + " after " + then);
            flow.released.set(false);
            Patience.observe(Duration.ofMillis(20));
        }
        flow.released.set(true);
        assertThat(flow.failed).hasValue(0);
    }
}
