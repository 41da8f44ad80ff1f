package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.OutputCollector;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
class AckingIT {
    private static final long SEED = 20_261_130;

    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** What the two unreliable bolts did. */
    private static final class Misfortune {
        final Set<Integer> toThrow = ConcurrentHashMap.newKeySet();
        final AtomicLong fails = new AtomicLong();
        final AtomicLong throwsMade = new AtomicLong();
        final AtomicLong received = new AtomicLong();
    }

    /** 100,000 lines, 5 % of the inputs failed, exactly 50 exceptions; all adds up. */
    @ParameterizedTest
    @CsvSource({"1, -1", "2, -1", "2, 2"})
    void everyLineIsAckedAndReplaysAddUp(int workers, int ackers) {
        int lines = 100_000;
        Ledger ledger = new Ledger(lines);
        Shared<Ledger> shared = Shared.of(ledger);
        Misfortune misfortune = new Misfortune();
        SplittableRandom random = new SplittableRandom(SEED);
        while (misfortune.toThrow.size() < 50) {
            misfortune.toThrow.add(1 + random.nextInt(lines));
        }
        Shared<Misfortune> chance = Shared.of(misfortune);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "lines",
                new LedgerSpout(shared)
                        .withPayload(
                                id -> new Values(
                                        "line " + id, id, shared.get().emitsOf.get(id)),
                                "line",
                                "id",
                                "attempt"),
                2);
        builder.setBolt(
                        "fails",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    long draw = input.getInteger(1) * 31L + input.getInteger(2);
                                    if (new SplittableRandom(SEED + draw).nextInt(20) == 0) {
                                        chance.get().fails.incrementAndGet();
                                        out.fail(input);
                                        return;
                                    }
                                    out.emit(input, input.getValues());
                                    out.ack(input);
                                },
                                "line",
                                "id",
                                "attempt"),
                        2)
                .shuffleGrouping("lines");
        builder.setBolt(
                        "throws",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    if (chance.get().toThrow.remove(input.getInteger(1))) {
                                        chance.get().throwsMade.incrementAndGet();
                                        throw new IllegalStateException("as the seed says");
                                    }
                                    out.emit(input, input.getValues());
                                    out.ack(input);
                                },
                                "line",
                                "id",
                                "attempt"),
                        2)
                .shuffleGrouping("fails");
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    chance.get().received.incrementAndGet();
                    out.ack(input);
                }))
                .shuffleGrouping("throws");
        Config conf = Runs.workers(workers);
        if (ackers >= 0) {
            conf.setNumAckers(ackers);
        }

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(misfortune.throwsMade).hasValue(50);
        assertThat(ledger.distinctAcked()).isEqualTo(lines);
        assertThat(ledger.acks).hasValue(lines);
        assertThat(ledger.fails).hasValue(misfortune.fails.get() + 50);
        assertThat(ledger.emits).hasValue(ledger.acks.get() + ledger.fails.get());
        assertThat(misfortune.received).hasValue(lines);
        assertThat(topology.pending()).isZero();
    }

    /** What a bolt and two lives of a spout tell each other. */
    private static final class Lives {
        final AtomicInteger opened = new AtomicInteger();
        final AtomicInteger emitted = new AtomicInteger();
        final AtomicInteger arrivedOfFirst = new AtomicInteger();
        final AtomicBoolean mayAckSecond = new AtomicBoolean();
        final List<Tuple> heldOfFirst = new ArrayList<>();
        final List<Tuple> heldOfSecond = new ArrayList<>();
        final Queue<String> answers = new ConcurrentLinkedQueue<>();
    }

    /** A delayed ack of a spout's old life reaches nobody, and settles nothing of the new one. */
    @ParameterizedTest
    @CsvSource({"1, -1", "2, -1", "2, 1"})
    void anAckOfASpoutsOldLifeSettlesNothingOfTheNewOne(int workers, int ackers) {
        int count = 100;
        Lives lives = new Lives();
        Shared<Lives> shared = Shared.of(lives);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    Lives of = shared.get();
                                    int life = of.opened.get();
                                    int next = of.emitted.get();
                                    if (next < count) {
                                        of.emitted.incrementAndGet();
                                        out.emit(new Values(life, next), life + ":" + next);
                                    } else if (life == 1 && of.arrivedOfFirst.get() == count) {
                                        throw new IllegalStateException("the first life ends");
                                    } else if (life == 2) {
                                        out.finish();
                                    }
                                },
                                "life",
                                "n")
                        .opening((out, context) -> {
                            shared.get().emitted.set(0);
                            shared.get().opened.incrementAndGet();
                        })
                        .onAck((id, out) -> shared.get().answers.add("ack " + id))
                        .onFail((id, out) -> shared.get().answers.add("fail " + id)));
        builder.setBolt("holds", WorkBolt.doing((input, out, context) -> {
                    Lives of = shared.get();
                    if (input.isTick()) {
                        if (of.mayAckSecond.get()) {
                            of.heldOfSecond.forEach(out::ack);
                            of.heldOfSecond.clear();
                        }
                    } else if (input.getInteger(0) == 1) {
                        of.heldOfFirst.add(input);
                        of.arrivedOfFirst.incrementAndGet();
                    } else if (input.getInteger(1) < count - 1) {
                        of.heldOfSecond.add(input);
                    } else {
                        // Everything of the first life, and then one of the second that shows that the rest was taken.
                        for (Tuple old : of.heldOfFirst) {
                            if (old.getInteger(1) % 2 == 0) {
                                out.ack(old);
                            } else {
                                out.fail(old);
                            }
                        }
                        out.ack(input);
                    }
                }))
                .globalGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 0.02);
        Config conf = Runs.workers(workers);
        conf.setMessageTimeoutSecs(600);
        if (ackers >= 0) {
            conf.setNumAckers(ackers);
        }

        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(() -> !lives.answers.isEmpty(), () -> "no answer; " + Runs.messages(topology));

        assertThat(lives.answers).containsExactly("ack 2:" + (count - 1));
        assertThat(topology.pending()).isEqualTo(count - 1);
        lives.mayAckSecond.set(true);
        Runs.awaitFinished(topology, lives.answers);
        assertThat(lives.opened).hasValue(2);
        assertThat(lives.answers)
                .hasSize(count)
                .doesNotHaveDuplicates()
                .allMatch(answer -> answer.startsWith("ack 2:"));
    }

    /** O-20: acking twice, acking and failing, failing and acking: the second call throws, and the spout hears once. */
    @ParameterizedTest
    @ValueSource(strings = {"ack ack", "ack fail", "fail ack"})
    void theSecondAnswerForATupleThrowsAndChangesNothing(String calls) {
        int count = 10_000;
        Ledger ledger = new Ledger(count);
        AtomicInteger thrown = new AtomicInteger();
        Shared<AtomicInteger> refusals = Shared.of(thrown);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt("twice", WorkBolt.doing((input, out, context) -> {
                    answer(calls.split(" ")[0], input, out);
                    try {
                        answer(calls.split(" ")[1], input, out);
                    } catch (IllegalStateException e) {
                        refusals.get().incrementAndGet();
                    }
                }))
                .shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(thrown).hasValue(count);
        boolean acked = calls.startsWith("ack");
        assertThat(ledger.acks).hasValue(acked ? count : 0);
        assertThat(ledger.fails).hasValue(acked ? 0 : count);
        assertThat(ledger.distinctAcked() + ledger.distinctFailed()).isEqualTo(count);
        assertThat(topology.errors()).isEmpty();
    }

    private static void answer(String call, Tuple input, OutputCollector out) {
        if (call.equals("ack")) {
            out.ack(input);
        } else {
            out.fail(input);
        }
    }

    /** O-21: what is emitted unanchored has no say; what is anchored fails the tree at once, not after the timeout. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyAnchoredTuplesDecideAboutTheTree(boolean anchored) {
        int count = 1_000;
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "first",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    if (anchored) {
                                        out.emit(input, input.getValues());
                                    } else {
                                        out.emit(input.getValues());
                                    }
                                    out.ack(input);
                                },
                                "id"))
                .shuffleGrouping("spout");
        builder.setBolt("second", WorkBolt.doing((input, out, context) -> out.fail(input)))
                .shuffleGrouping("first");
        Config conf = Runs.workers(2);
        conf.setMessageTimeoutSecs(600);

        Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(anchored ? 0 : count);
        assertThat(ledger.fails).hasValue(anchored ? count : 0);
    }

    /** O-24, scaled: a bolt that never acks; everything fails once, and what is tracked goes back to nothing. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void whatIsNeverAckedFailsOnce(int ackers) {
        int count = Patience.LONG ? 1_000_000 : 20_000;
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt("never", WorkBolt.doing((input, out, context) -> {})).shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setMaxSpoutPending(count);
        conf.setMessageTimeoutSecs(Patience.LONG ? 5 : 1);
        if (ackers > 0) {
            conf.setNumAckers(ackers);
        }

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(0);
        assertThat(ledger.fails).hasValue(count);
        assertThat(ledger.distinctFailed()).isEqualTo(count);
        assertThat(topology.pending()).isZero();
    }

    /**
     * O-26, scaled: the first attempt of id 7 takes longer than twice the timeout; its late ack neither acks nor breaks the second.
     */
    @Test
    void theLateAckOfAnAttemptThatTimedOutChangesNothing() {
        int count = 100;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        Map<Integer, AtomicInteger> rows = new ConcurrentHashMap<>();
        Shared<Map<Integer, AtomicInteger>> sink = Shared.of(rows);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new LedgerSpout(shared)
                        .withPayload(id -> new Values(id, shared.get().emitsOf.get(id)), "id", "attempt"));
        builder.setBolt(
                        "router",
                        WorkBolt.doing(
                                        (input, out, context) -> {
                                            boolean slow = input.getInteger(0) == 7 && input.getInteger(1) == 1;
                                            int task = context.getComponentTasks("worker")
                                                    .get(slow ? 0 : 1);
                                            out.emitDirect(task, input, input.getValues());
                                            out.ack(input);
                                        },
                                        "id",
                                        "attempt")
                                .direct())
                .shuffleGrouping("spout");
        long slowNanos = Patience.LONG ? 25_000_000_000L : 5_500_000_000L;
        builder.setBolt(
                        "worker",
                        WorkBolt.doing((input, out, context) -> {
                            if (context.getThisTaskIndex() == 0) {
                                Runs.work(slowNanos);
                            }
                            sink.get()
                                    .computeIfAbsent(input.getInteger(0), id -> new AtomicInteger())
                                    .incrementAndGet();
                            out.ack(input);
                        }),
                        2)
                .directGrouping("router");
        Config conf = Runs.workers(2);
        conf.setMessageTimeoutSecs(Patience.LONG ? 10 : 2);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);
        // The topology finishes when every id is acked; the slow attempt may still be at work and is waited for at the
        // close.
        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.ackedMoreThanOnce()).isZero();
        assertThat(ledger.failsOf.get(7)).isEqualTo(1);
        assertThat(ledger.fails).hasValue(1);
        assertThat(topology.pending()).isZero();
        Patience.until(() -> rows.get(7).get() == 2, () -> "the slow attempt did not end: " + rows);
        rows.remove(7);
        assertThat(rows.values()).allMatch(row -> row.get() == 1).hasSize(count - 1);
    }

    /** O-31: without ackers, a chain that is driven by ack alone; every link is acked once and the stack stays flat. */
    @Test
    void withoutAckersAChainOfAcksKeepsTheStackFlat() {
        int links = 100_000;
        Ledger ledger = new Ledger(links);
        Shared<Ledger> shared = Shared.of(ledger);
        AtomicInteger deepest = new AtomicInteger();
        Shared<AtomicInteger> depth = Shared.of(deepest);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    if (shared.get().emits.get() == 0) {
                                        emit(shared.get(), 1, out);
                                    } else if (shared.get().acks.get() == links) {
                                        out.finish();
                                    }
                                },
                                "id")
                        .onAck((id, out) -> {
                            int link = (Integer) id;
                            shared.get().acked(link);
                            if (link % 1_000 == 0) {
                                int frames = new Throwable().getStackTrace().length;
                                depth.get().accumulateAndGet(frames, Math::max);
                            }
                            if (link < links) {
                                emit(shared.get(), link + 1, out);
                            }
                        }));
        builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("spout");
        Config conf = Runs.workers(1);
        conf.setNumAckers(0);

        Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(links);
        assertThat(ledger.ackedMoreThanOnce()).isZero();
        assertThat(deepest.get()).isLessThan(60);
    }

    private static void emit(Ledger ledger, int id, SpoutOutputCollector out) {
        ledger.emitted(id);
        out.emit(new Values(id), id);
    }

    /** One tuple anchored to inputs of several trees decides about all of them; all-grouping makes an edge for each copy. */
    @Test
    void aTupleOfSeveralTreesSettlesAllOfThem() {
        int count = 10_000;
        Ledger ledger = new Ledger(count);
        Set<Integer> failedOnce = new HashSet<>();
        Shared<Set<Integer>> once = Shared.of(failedOnce);
        Map<Integer, List<Tuple>> waiting = new ConcurrentHashMap<>();
        Shared<Map<Integer, List<Tuple>>> joins = Shared.of(waiting);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "join",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    List<Tuple> parts = joins.get()
                                            .computeIfAbsent(context.getThisTaskId(), id -> new ArrayList<>());
                                    parts.add(input);
                                    if (!input.isTick() && parts.size() < 4) {
                                        return;
                                    }
                                    List<Tuple> anchors = parts.stream()
                                            .filter(part -> !part.isTick())
                                            .toList();
                                    if (!anchors.isEmpty()) {
                                        out.emit(
                                                anchors,
                                                new Values(anchors.get(0).getInteger(0)));
                                        anchors.forEach(out::ack);
                                    }
                                    parts.clear();
                                },
                                "first"),
                        2)
                .shuffleGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 0.05);
        builder.setBolt(
                        "sink",
                        WorkBolt.doing((input, out, context) -> {
                            boolean first;
                            synchronized (once.get()) {
                                first = input.getInteger(0) % 100 == 0
                                        && once.get().add(input.getInteger(0));
                            }
                            if (first) {
                                out.fail(input);
                            } else {
                                out.ack(input);
                            }
                        }),
                        4)
                .allGrouping("join");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(ledger.distinctAcked()).isEqualTo(count);
        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails.get()).isBetween((long) failedOnce.size(), 4L * failedOnce.size());
        assertThat(topology.pending()).isZero();
    }
}
