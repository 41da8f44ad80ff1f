package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.Fields;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GroupingIT {
    private static final int KEYS = 1_000;
    private static final List<String> KINDS = List.of(
            "bytes",
            "ints",
            "objects",
            "list of bytes",
            "nested list",
            "enum",
            "null",
            "least hash",
            "least text hash");

    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    private static Object key(String kind, int number) {
        byte[] bytes = ("key " + number).getBytes(StandardCharsets.UTF_8);
        return switch (kind) {
            case "bytes" -> bytes;
            case "ints" -> new int[] {number, -number};
            case "objects" -> new Object[] {number, "x", null};
            case "list of bytes" -> List.of(bytes, number);
            case "nested list" -> List.of(List.of("a", List.of(number)), List.of());
            case "enum" -> TimeUnit.values()[number % TimeUnit.values().length];
            case "least hash" -> List.of(2_147_483_617);
            case "least text hash" -> "polygenelubricants";
            default -> null;
        };
    }

    private static String content(Object key) {
        if (key instanceof List<?> list) {
            return list.stream().map(GroupingIT::content).toList().toString();
        }
        return Arrays.deepToString(new Object[] {key});
    }

    /** O-05, O-06 and the issue: equal keys of any kind meet in one task, from two spouts in two workers. */
    @Test
    void equalKeysMeetInOneTask() {
        Map<String, Set<Integer>> tasks = new ConcurrentHashMap<>();
        Shared<Map<String, Set<Integer>>> tasksOf = Shared.of(tasks);
        Ledger ledger = new Ledger(KINDS.size() * KEYS * 10);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                new LedgerSpout(Shared.of(ledger))
                        .withPayload(
                                id -> {
                                    String kind = KINDS.get(id % KINDS.size());
                                    return new Values(kind, key(kind, id / KINDS.size() % KEYS));
                                },
                                "kind",
                                "key"),
                2);
        builder.setBolt(
                        "sink",
                        WorkBolt.doing((input, out, context) -> {
                            tasksOf.get()
                                    .computeIfAbsent(
                                            input.getString(0) + content(input.getValue(1)),
                                            key -> ConcurrentHashMap.newKeySet())
                                    .add(context.getThisTaskId());
                            out.ack(input);
                        }),
                        7)
                .fieldsGrouping("spout", new Fields("key"));
        Config conf = Runs.workers(2);
        conf.registerSerialization(TimeUnit.class);

        Runs.finish(cluster, conf, builder, ledger);

        assertThat(ledger.acks).hasValue(ledger.sources);
        assertThat(tasks).hasSize(5 * KEYS + TimeUnit.values().length + 3);
        assertThat(tasks).allSatisfy((key, of) -> assertThat(of).as(key).hasSize(1));
        assertThat(tasks.values().stream().flatMap(Set::stream).distinct()).hasSize(7);
    }

    /** A key without a stable hash is refused at the emit, naming the field. */
    @Test
    void aKeyWithoutAStableHashIsRefusedAtTheEmit() {
        int count = 100;
        Ledger ledger = new Ledger(count);
        Set<String> messages = ConcurrentHashMap.newKeySet();
        Shared<Set<String>> refusals = Shared.of(messages);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    try {
                                        out.emit(input, new Values(1, new Object()));
                                    } catch (IllegalArgumentException e) {
                                        refusals.get().add(e.getMessage());
                                        out.fail(input);
                                    }
                                },
                                "n",
                                "the-key"))
                .shuffleGrouping("spout");
        builder.setBolt("sink", WorkBolt.acking(), 3).fieldsGrouping("bolt", new Fields("the-key"));

        Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(ledger.fails).hasValue(count);
        assertThat(messages).hasSize(1).first().asString().contains("the-key").contains("java.lang.Object");
    }

    /** O-08, scaled: shuffle is even; local-or-shuffle stays in its worker where it can. */
    @Test
    void shuffleIsEvenAndLocalOrShuffleStaysNearby() {
        int count = 20_000;
        Ledger ledger = new Ledger(count);
        Map<Integer, AtomicInteger> received = new ConcurrentHashMap<>();
        Shared<Map<Integer, AtomicInteger>> byTask = Shared.of(received);
        AtomicInteger strangers = new AtomicInteger();
        Shared<AtomicInteger> fromElsewhere = Shared.of(strangers);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)), 2);
        builder.setBolt(
                        "even",
                        WorkBolt.doing((input, out, context) -> {
                            byTask.get()
                                    .computeIfAbsent(context.getThisTaskId(), id -> new AtomicInteger())
                                    .incrementAndGet();
                            out.ack(input);
                        }),
                        5)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "near",
                        WorkBolt.doing((input, out, context) -> {
                            if (!context.getThisWorkerTasks().contains(input.getSourceTask())) {
                                fromElsewhere.get().incrementAndGet();
                            }
                            out.ack(input);
                        }),
                        5)
                .localOrShuffleGrouping("spout");

        Runs.finish(cluster, Runs.workers(5), builder, ledger);

        assertThat(received).hasSize(5);
        assertThat(received.values()).allSatisfy(n -> assertThat(n.get()).isBetween(3_800, 4_200));
        // Both spout tasks have a task of "near" in their worker.
        assertThat(strangers).hasValue(0);
    }

    /** O-11: direct and regular emits do not mix, and a direct emit reaches its task alone. */
    @Test
    void directAndRegularEmitsDoNotMix() {
        int count = 1_000;
        Ledger ledger = new Ledger(count);
        Map<Integer, AtomicInteger> received = new ConcurrentHashMap<>();
        Shared<Map<Integer, AtomicInteger>> byTask = Shared.of(received);
        AtomicInteger refused = new AtomicInteger();
        Shared<AtomicInteger> refusals = Shared.of(refused);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "direct",
                        WorkBolt.doing(
                                        (input, out, context) -> {
                                            try {
                                                out.emit(input, new Values(1));
                                            } catch (IllegalArgumentException e) {
                                                refusals.get().incrementAndGet();
                                            }
                                            try {
                                                out.emitDirect(context.getThisTaskId(), input, new Values(1));
                                            } catch (IllegalArgumentException e) {
                                                refusals.get().incrementAndGet();
                                            }
                                            int task = context.getComponentTasks("sink")
                                                    .get(2);
                                            out.emitDirect(task, input, new Values(1));
                                            out.ack(input);
                                        },
                                        "n")
                                .direct())
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        WorkBolt.doing((input, out, context) -> {
                            byTask.get()
                                    .computeIfAbsent(context.getThisTaskIndex(), id -> new AtomicInteger())
                                    .incrementAndGet();
                            out.ack(input);
                        }),
                        4)
                .directGrouping("direct");

        Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(refused).hasValue(2 * count);
        assertThat(ledger.acks).hasValue(count);
        assertThat(received).containsOnlyKeys(2);
        assertThat(received.get(2)).hasValue(count);
    }

    /** Answers none, null, a stranger and one task twice, in turn. */
    private static final class Odd implements CustomStreamGrouping {
        private List<Integer> targets = List.of();

        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {
            targets = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return switch ((Integer) values.get(0) % 4) {
                case 0 -> List.of();
                case 1 -> null;
                case 2 -> List.of(4_711);
                default -> List.of(targets.get(0), targets.get(0));
            };
        }
    }

    /** O-12: a custom grouping's odd answers are errors at the emit, or deliveries as asked; no worker is lost. */
    @Test
    void oddAnswersOfACustomGroupingStayWithTheirTuple() {
        int count = 400;
        Ledger ledger = new Ledger(count);
        AtomicInteger received = new AtomicInteger();
        Shared<AtomicInteger> sink = Shared.of(received);
        AtomicInteger refused = new AtomicInteger();
        Shared<AtomicInteger> refusals = Shared.of(refused);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)).withoutReplay());
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    try {
                                        out.emit(input, input.getValues());
                                        out.ack(input);
                                    } catch (IllegalArgumentException e) {
                                        refusals.get().incrementAndGet();
                                        out.fail(input);
                                    }
                                },
                                "n"))
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        WorkBolt.doing((input, out, context) -> {
                            sink.get().incrementAndGet();
                            out.ack(input);
                        }),
                        2)
                .customGrouping("bolt", new Odd());

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(refused).hasValue(200);
        assertThat(ledger.acks).hasValue(200);
        assertThat(ledger.fails).hasValue(200);
        assertThat(received).hasValue(200);
        assertThat(topology.errors()).isEmpty();
    }
}
