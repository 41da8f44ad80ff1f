package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops and floods with small inboxes: nothing blocks for ever, and memory stays within bounds. */
@Timeout(180)
class CycleIT {
    @AfterEach
    void forget() {
        Shared.forgetAll();
    }

    /**
     * A -> B -> A with a time to live of 10 that doubles at each step, 100 roots, inboxes of 16, a heap of 256 MB.
     */
    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void aCycleThatDoublesCompletes(String workers) throws Exception {
        ChildJvm.run("256m", Doubling.class, workers);
    }

    /** The case in a JVM of its own. */
    static final class Doubling {
        private Doubling() {}

        public static void main(String[] arguments) {
            int roots = 100;
            Ledger ledger = new Ledger(roots);
            AtomicLong executed = new AtomicLong();
            Shared<AtomicLong> calls = Shared.of(executed);
            WorkBolt.Work step = (input, out, context) -> {
                calls.get().incrementAndGet();
                int left = input.getInteger(0);
                if (left > 0) {
                    out.emit(input, new Values(left - 1));
                    out.emit(input, new Values(left - 1));
                }
                out.ack(input);
            };
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withPayload(id -> new Values(10), "left"));
            builder.setBolt("a", WorkBolt.doing(step, "left"))
                    .shuffleGrouping("spout")
                    .shuffleGrouping("b");
            builder.setBolt("b", WorkBolt.doing(step, "left")).shuffleGrouping("a");
            Config conf = Runs.workers(Integer.parseInt(arguments[0]));
            conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 16);

            try (LocalCluster cluster = new LocalCluster()) {
                Runs.finish(cluster, conf, builder, ledger);
            }

            assertThat(ledger.acks).hasValue(roots);
            assertThat(ledger.fails).hasValue(0);
            assertThat(executed).hasValue(roots * 2_047L);
        }
    }

    /** One input that emits a million tuples. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneInputMayEmitAMillionTuples(int workers) {
        int count = 1_000_000;
        Ledger ledger = new Ledger(1);
        AtomicLong received = new AtomicLong();
        Shared<AtomicLong> sink = Shared.of(received);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "flood",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    for (int i = 0; i < count; i++) {
                                        out.emit(input, new Values(i));
                                    }
                                    out.ack(input);
                                },
                                "i"))
                .shuffleGrouping("spout");
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    sink.get().incrementAndGet();
                    out.ack(input);
                }))
                .shuffleGrouping("flood");
        try (LocalCluster cluster = new LocalCluster()) {
            Runs.finish(cluster, Runs.workers(workers), builder, ledger);
        }

        assertThat(received).hasValue(count);
        assertThat(ledger.acks).hasValue(1);
        assertThat(ledger.fails).hasValue(0);
    }

    /** O-35: A <-> B, five round trips each, queues of 16, and A sleeps once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void twoBoltsThatFeedEachOtherDoNotBlock(int workers) {
        int count = 10_000;
        Ledger ledger = new Ledger(count);
        Shared<AtomicBoolean> slept = Shared.of(new AtomicBoolean());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withPayload(id -> new Values(10), "left"));
        builder.setBolt(
                        "a",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    if (slept.get().compareAndSet(false, true)) {
                                        Runs.work(Patience.LONG ? 5_000_000_000L : 1_000_000_000L);
                                    }
                                    if (input.getInteger(0) > 0) {
                                        out.emit(input, new Values(input.getInteger(0) - 1));
                                    }
                                    out.ack(input);
                                },
                                "left"))
                .shuffleGrouping("spout")
                .shuffleGrouping("b");
        builder.setBolt(
                        "b",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    out.emit(input, new Values(input.getInteger(0) - 1));
                                    out.ack(input);
                                },
                                "left"))
                .shuffleGrouping("a");
        Config conf = Runs.workers(workers);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 16);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 1_024);

        try (LocalCluster cluster = new LocalCluster()) {
            Runs.finish(cluster, conf, builder, ledger);
        }

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(0);
    }
}
