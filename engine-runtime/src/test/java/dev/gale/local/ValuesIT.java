package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TupleSerializer;
import dev.gale.api.Values;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of values on their way, in one worker and between two. */
@Timeout(180)
class ValuesIT {
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    private static Values withSum(int id) {
        SplittableRandom random = new SplittableRandom(id);
        byte[] bytes = new byte[1 + random.nextInt(64 * 1024)];
        random.nextBytes(bytes);
        return new Values(bytes, sum(bytes));
    }

    private static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    /** O-45: tuples of a megabyte, one above the limit, and small ones between them. */
    @Test
    void largeTuplesArriveAndOneAboveTheLimitIsRefusedAtEmit() {
        int count = 400;
        int large = 4;
        int tooLarge = 201;
        Ledger ledger = new Ledger(count);
        AtomicLong received = new AtomicLong();
        Shared<AtomicLong> bytes = Shared.of(received);
        Queue<String> refusals = new ConcurrentLinkedQueue<>();
        Shared<Queue<String>> told = Shared.of(refusals);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "grow",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    int id = input.getInteger(0);
                                    int size = id == tooLarge ? 3 << 20 : id % large == 0 ? 1 << 20 : 1;
                                    try {
                                        out.emit(input, new Values((Object) new byte[size]));
                                        out.ack(input);
                                    } catch (RuntimeException e) {
                                        told.get().add(String.valueOf(e.getMessage()));
                                        out.fail(input);
                                    }
                                },
                                "bytes"))
                .shuffleGrouping("source");
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    bytes.get().addAndGet(input.getBinary(0).length);
                    out.ack(input);
                }))
                .shuffleGrouping("grow");
        Config conf = Runs.workers(3);
        conf.put(Config.TOPOLOGY_TUPLE_MAX_BYTES, 2 << 20);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.distinctAcked()).isEqualTo(count - 1);
        assertThat(ledger.failsOf.get(tooLarge)).isEqualTo(1);
        assertThat(ledger.fails).hasValue(1);
        assertThat(received).hasValue(count / large * (1L << 20) + (count - count / large - 1));
        assertThat(refusals)
                .singleElement()
                .asString()
                .contains(String.valueOf(3 << 20).substring(0, 4), "topology.tuple.max.bytes) is " + (2 << 20));
        assertThat(topology.errors()).isEmpty();
    }

    /** O-02, scaled: payloads with checksums from several workers to one, while back pressure comes and goes. */
    @Test
    void payloadsArriveWholeWhileBackPressureComesAndGoes() {
        int count = Patience.LONG ? 100_000 : 6_000;
        Ledger ledger = new Ledger(count);
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger received = new AtomicInteger();
        Shared<AtomicInteger> mismatches = Shared.of(wrong);
        Shared<AtomicInteger> all = Shared.of(received);
        TopologyBuilder builder = new TopologyBuilder();
        // The sink goes to the first worker, the spouts to the others.
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    if (sum(input.getBinary(0)) != input.getLong(1)) {
                        mismatches.get().incrementAndGet();
                    }
                    if (all.get().incrementAndGet() % 500 == 0) {
                        Runs.work(20_000_000);
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("source");
        builder.setSpout(
                "source", new LedgerSpout(Shared.of(ledger)).withPayload(ValuesIT::withSum, "bytes", "sum"), 3);
        Config conf = Runs.workers(4);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 128 * 1024);
        conf.setMaxSpoutPending(200);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(wrong).hasValue(0);
        assertThat(received).hasValue(count);
        assertThat(ledger.acks).hasValue(count);
        assertThat(topology.errors()).isEmpty();
    }

    /**
     * O-03 in strict mode: a map that is changed after the emit is an error naming the emitter, or the receiver sees what it was at
     * the emit; wherever the receiver runs. Only first attempts are changed, so all is acked in the end.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aMapThatIsChangedAfterTheEmitIsSeenAsItWasOrNotAtAll(int workers) {
        int count = Patience.LONG ? 100_000 : 5_000;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        AtomicInteger wrong = new AtomicInteger();
        Shared<AtomicInteger> mistakes = Shared.of(wrong);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new LedgerSpout(shared)
                        .withPayload(id -> new Values(id, shared.get().emitsOf.get(id)), "id", "attempt"));
        builder.setBolt(
                        "changes",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    Map<String, Integer> map = new HashMap<>();
                                    map.put("at the emit", input.getInteger(0));
                                    out.emit(input, new Values(map));
                                    if (input.getInteger(1) == 1) {
                                        for (int i = 0; i < 100; i++) {
                                            map.put("later " + i, i);
                                        }
                                    }
                                    out.ack(input);
                                },
                                "map"))
                .shuffleGrouping("spout");
        builder.setBolt("reads", WorkBolt.doing((input, out, context) -> {
                    Map<?, ?> map = (Map<?, ?>) input.getValue(0);
                    if (!map.keySet().equals(Set.of("at the emit"))) {
                        mistakes.get().incrementAndGet();
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("changes");
        Config conf = Runs.workers(workers);
        conf.setStrictValues(true);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.distinctAcked()).isEqualTo(count);
        // In one worker a batch may be read just before its map is changed; the reader is not told then, and cannot be.
        assertThat(wrong.get()).isLessThanOrEqualTo(workers == 1 ? count / 100 : 0);
        if (workers == 1) {
            assertThat(Runs.messages(topology)).isNotEmpty().allMatch(message -> message.contains("'changes'"));
        } else {
            assertThat(topology.errors()).isEmpty();
            assertThat(ledger.fails).hasValue(0);
        }
    }

    /** O-04: a list that is cleared right after the emit reaches another worker as it was. */
    @Test
    void aListThatIsClearedAfterTheEmitReachesAnotherWorkerAsItWas() {
        int count = 50_000;
        Ledger ledger = new Ledger(count);
        AtomicInteger wrong = new AtomicInteger();
        Shared<AtomicInteger> mistakes = Shared.of(wrong);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        // Dealt out in this order: the emitter to the first worker, the reader to the second.
        builder.setBolt(
                        "a-clears",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    List<Object> list = new ArrayList<>(List.of(input.getInteger(0), "x"));
                                    out.emit(input, new Values(list));
                                    if (input.getInteger(0) % 100 == 0) {
                                        list.clear();
                                    }
                                    out.ack(input);
                                },
                                "list"))
                .shuffleGrouping("spout");
        builder.setBolt("b-reads", WorkBolt.doing((input, out, context) -> {
                    if (((List<?>) input.getValue(0)).size() != 2) {
                        mistakes.get().incrementAndGet();
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("a-clears");

        Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(wrong).hasValue(0);
        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(0);
    }

    /** A value with a serializer that refuses one of them. */
    record Parcel(int number) {}

    /** Throws, as the number says, an exception or an error after it has written some bytes. */
    public static final class ParcelSerializer implements TupleSerializer<Parcel> {
        /** For the codec. */
        public ParcelSerializer() {}

        @Override
        public void write(Parcel value, DataOutput out) throws IOException {
            out.writeInt(value.number());
            if (value.number() == 500) {
                throw new IllegalStateException("parcel 500 cannot be sent");
            }
            if (value.number() == 501) {
                throw new AssertionError("parcel 501 cannot be sent");
            }
        }

        @Override
        public Parcel read(DataInput in) throws IOException {
            return new Parcel(in.readInt());
        }
    }

    /** O-18: a value that cannot be sent fails its tree at once, with an error of the emitter; the others arrive. */
    @Test
    void aValueThatCannotBeSentFailsItsTreeAndNoOther() {
        int count = 1_000;
        Ledger ledger = new Ledger(count);
        Set<Integer> arrived = ConcurrentHashMap.newKeySet();
        Shared<Set<Integer>> numbers = Shared.of(arrived);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "a-sends",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    out.emit(input, new Values(new Parcel(input.getInteger(0))));
                                    out.ack(input);
                                },
                                "parcel"))
                .shuffleGrouping("spout");
        builder.setBolt("b-receives", WorkBolt.doing((input, out, context) -> {
                    numbers.get().add(((Parcel) input.getValue(0)).number());
                    out.ack(input);
                }))
                .shuffleGrouping("a-sends");
        Config conf = Runs.workers(2);
        conf.registerSerialization(Parcel.class, ParcelSerializer.class);

        LocalTopology topology = Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(count - 2);
        assertThat(ledger.failsOf.get(500)).isEqualTo(1);
        assertThat(ledger.failsOf.get(501)).isEqualTo(1);
        assertThat(arrived).hasSize(count - 2);
        assertThat(Runs.messages(topology))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message).startsWith("a-sends").contains("cannot be sent"));
    }

    /** A value of a class that may not be registered. */
    static final class Stranger {
        int number;

        Stranger() {}

        Stranger(int number) {
            this.number = number;
        }
    }

    /** O-19: an unregistered class is refused between workers, and in strict mode within one in the same way. */
    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true", "2, true"})
    void anUnregisteredClassIsRefusedInOneWorkerAsInTwo(int workers, boolean registered) {
        int count = 200;
        Ledger ledger = new Ledger(count);
        Set<String> messages = ConcurrentHashMap.newKeySet();
        Shared<Set<String>> refusals = Shared.of(messages);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "a-sends",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    try {
                                        out.emit(input, new Values(new Stranger(input.getInteger(0))));
                                        out.ack(input);
                                    } catch (IllegalArgumentException e) {
                                        refusals.get().add(e.getMessage());
                                        out.fail(input);
                                    }
                                },
                                "stranger"))
                .shuffleGrouping("spout");
        builder.setBolt("b-receives", WorkBolt.doing((input, out, context) -> {
                    if (((Stranger) input.getValue(0)).number > 0) {
                        out.ack(input);
                    }
                }))
                .shuffleGrouping("a-sends");
        Config conf = Runs.workers(workers);
        conf.setStrictValues(true);
        if (registered) {
            conf.registerSerialization(Stranger.class);
        }

        Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(registered ? count : 0);
        if (!registered) {
            assertThat(messages)
                    .isNotEmpty()
                    .allSatisfy(
                            message -> assertThat(message).contains("a-sends").contains(Stranger.class.getName()));
        }
    }

    /** A tuple that fits the limit of tuples but no frame is refused at the emit; what fits a frame alone goes alone. */
    @Test
    void aTupleThatFitsNoFrameIsRefusedAtTheEmit() {
        int largest = 8 << 20;
        int count = 400;
        Ledger ledger = new Ledger(count);
        AtomicInteger received = new AtomicInteger();
        Shared<AtomicInteger> sink = Shared.of(received);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "a-sends",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    int id = input.getInteger(0);
                                    int size = id == 100 ? largest - 40 : id % 100 == 50 ? largest - 200 : 100;
                                    out.emit(input, new Values(new byte[size]));
                                    out.ack(input);
                                },
                                "bytes"))
                .shuffleGrouping("spout");
        builder.setBolt("b-receives", WorkBolt.doing((input, out, context) -> {
                    sink.get().incrementAndGet();
                    out.ack(input);
                }))
                .shuffleGrouping("a-sends");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(ledger.acks).hasValue(count - 1);
        assertThat(ledger.failsOf.get(100)).isEqualTo(1);
        assertThat(received).hasValue(count - 1);
        assertThat(Runs.messages(topology))
                .hasSize(1)
                .allSatisfy(message -> assertThat(message).startsWith("a-sends").contains("frames of at most"));
    }
}
