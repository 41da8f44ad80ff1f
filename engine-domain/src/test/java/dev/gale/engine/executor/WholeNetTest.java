package dev.gale.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.executor.RandomNet.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every topology, on topologies drawn from seeds; a failure names its seed. */
class WholeNetTest {
    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyRootIsAckedOnceWhenNobodyFails(int seed) {
        new RandomNet(seed, 0, Weather.CALM).runAndCheck();
        new RandomNet(seed, 1 + seed % 3, Weather.CALM).runAndCheck();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyRootIsSettledOnceWhateverFails(int seed) {
        new RandomNet(seed, 0, Weather.ROUGH).runAndCheck();
        new RandomNet(seed, 1 + seed % 3, Weather.ROUGH).runAndCheck();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyRootIsSettledOnceWhicheverExecutorIsReplaced(int seed) {
        new RandomNet(seed, 0, Weather.STORM).runAndCheck();
        new RandomNet(seed, 1 + seed % 3, Weather.STORM).runAndCheck();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void theSameSeedGivesTheSameOutcomes(int seed) {
        RandomNet first = new RandomNet(seed, seed % 2, Weather.STORM);
        RandomNet second = new RandomNet(seed, seed % 2, Weather.STORM);
        first.runAndCheck();
        second.runAndCheck();

        assertThat(second.told).isEqualTo(first.told);
        assertThat(second.net.now()).isEqualTo(first.net.now());
    }

    /** O-35: two bolts feed each other, every tuple becomes two, and the inboxes hold 16. */
    @ParameterizedTest(name = "ackers {0}, {1} executors")
    @CsvSource({"-1,1", "1,1", "-1,3"})
    void aCycleThatDoublesEveryTupleComesToItsEnd(int ackers, int executors) {
        Net net = new Net(7)
                .set(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 16)
                .set(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 4)
                .set(Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, 16);
        if (ackers > 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        }
        Numbers numbers = new Numbers(100, false);
        net.spout("s", numbers::spout);
        net.bolt("a", () -> doubling(10), executors).shuffleGrouping("s").shuffleGrouping("b");
        net.bolt("b", () -> doubling(10), executors).shuffleGrouping("a");
        net.start().run();

        assertThat(numbers.acked).hasSize(100);
        assertThat(numbers.failed).isEmpty();
        assertThat(net.executed("a") + net.executed("b")).isEqualTo(100 * ((1 << 11) - 1));
        assertThat(net.isQuiet()).isTrue();
    }

    /** The spout's numbers have no life time; others count down from {@code ttl}, told apart by what they are. */
    private static ScriptedBolt doubling(int ttl) {
        return new ScriptedBolt("n").executes((tuple, out) -> {
            int left = tuple.getSourceComponent().equals("s") ? ttl : tuple.getInteger(0);
            if (left > 0) {
                out.emit(tuple, new Values(left - 1));
                out.emit(tuple, new Values(left - 1));
            }
            out.ack(tuple);
        });
    }

    @ParameterizedTest(name = "ackers {0}, limit {1}")
    @CsvSource({"-1,16", "-1,4096", "1,16"})
    void oneInputThatBecomesAHundredThousandTuplesArrivesWhole(int ackers, int limit) {
        Net net = new Net(7)
                .set(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 64)
                .set(Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, limit);
        if (ackers > 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        }
        Numbers numbers = new Numbers(3, false);
        int[] next = {0};
        net.spout("s", numbers::spout);
        net.bolt(
                        "many",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            for (int i = 0; i < 100_000; i++) {
                                out.emit(tuple, new Values(i));
                            }
                            out.ack(tuple);
                        }))
                .shuffleGrouping("s");
        net.bolt(
                        "sink",
                        () -> new ScriptedBolt("n").executes((tuple, out) -> {
                            assertThat((int) tuple.getInteger(0)).isEqualTo(next[0]++ % 100_000);
                            out.ack(tuple);
                        }))
                .shuffleGrouping("many");
        net.start().run();

        assertThat(next[0]).isEqualTo(300_000);
        assertThat(numbers.acked).hasSize(3);
        assertThat(numbers.failed).isEmpty();
        assertThat(net.isQuiet()).isTrue();
    }

    /** O-24, smaller: nobody acks, nothing stays. */
    @ParameterizedTest(name = "ackers {0}")
    @ValueSource(ints = {-1, 2})
    void whatNobodyAcksFailsOnceAndLeavesNothing(int ackers) {
        Net net = new Net(7)
                .set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 1_000_000)
                .set(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 5);
        if (ackers > 0) {
            net.set(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        }
        Numbers numbers = new Numbers(50_000, false);
        net.spout("s", numbers::spout);
        net.bolt("b", () -> new ScriptedBolt("n").executes((tuple, out) -> {})).shuffleGrouping("s");
        net.start().run();
        assertThat(net.pending("s")).isEqualTo(50_000);
        net.run(Duration.ofSeconds(15));

        assertThat(numbers.failed).hasSize(50_000);
        assertThat(numbers.failCalls()).isEqualTo(50_000);
        assertThat(net.pending("s")).isZero();
        if (ackers > 0) {
            assertThat(((AckerExecutor) net.node("__acker").machine).size()).isZero();
        }
    }

    /** O-26: the late ack of a first attempt neither acks nor breaks the second. */
    @Test
    void aLateAckOfAFirstAttemptDoesNotTouchTheSecond() {
        Net net = new Net(7).set(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 10);
        Numbers numbers = new Numbers(100, true);
        List<Tuple> slow = new ArrayList<>();
        ScriptedBolt[] bolt = {null};
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n").prepares(it -> bolt[0] = it).executes((tuple, out) -> {
                            if (tuple.getInteger(0) == 7 && slow.size() < 2) {
                                slow.add(tuple);
                            } else {
                                out.ack(tuple);
                            }
                        }))
                .shuffleGrouping("s");
        net.start().run(Duration.ofSeconds(25));
        assertThat(slow).hasSize(2);
        bolt[0].out.ack(slow.get(0));
        net.run();
        assertThat(numbers.acked).doesNotContainKey(7);
        bolt[0].out.ack(slow.get(1));
        net.run();

        assertThat(numbers.acked).hasSize(100);
        assertThat(numbers.ackCalls()).isEqualTo(100);
        assertThat(numbers.failCalls()).isOne();
        assertThat(net.pending("s")).isZero();
    }

    /** Enough tuples for every path of the table that grows, whatever the order of acks. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void manyPendingRootsAreAckedInAnyOrder(long seed) {
        Net net = new Net(seed)
                .set(Config.TOPOLOGY_MAX_SPOUT_PENDING, 20_000)
                .set(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 100_000);
        Numbers numbers = new Numbers(60_000, false);
        List<Tuple> held = new ArrayList<>();
        ScriptedBolt[] bolt = {null};
        net.spout("s", numbers::spout);
        net.bolt(
                        "b",
                        () -> new ScriptedBolt("n")
                                .prepares(it -> bolt[0] = it)
                                .executes((tuple, out) -> held.add(tuple)))
                .shuffleGrouping("s");
        net.start().run();
        Random random = new Random(seed);
        while (!held.isEmpty()) {
            Collections.shuffle(held, random);
            List<Tuple> some = List.copyOf(held.subList(0, (held.size() + 1) / 2));
            held.subList(0, some.size()).clear();
            some.forEach(bolt[0].out::ack);
            net.run();
        }

        assertThat(numbers.acked).hasSize(60_000);
        assertThat(numbers.ackCalls()).isEqualTo(60_000);
        assertThat(net.pending("s")).isZero();
    }
}
