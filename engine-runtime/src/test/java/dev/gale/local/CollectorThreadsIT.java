package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** O-01: a collector belongs to its executor's thread and says so; its handle for other threads is for any number of them. */
@Timeout(120)
class CollectorThreadsIT {
    private final LocalCluster cluster = new LocalCluster();
    private final ExecutorService pool = Executors.newFixedThreadPool(8);

    @AfterEach
    void close() {
        cluster.close();
        pool.shutdownNow();
        Shared.forgetAll();
    }

    @Test
    void aCallFromAForeignThreadThrowsAtTheCallerAndNamesBoth() {
        int count = 100;
        Ledger ledger = new Ledger(count);
        Set<String> messages = ConcurrentHashMap.newKeySet();
        Shared<Set<String>> refusals = Shared.of(messages);
        Shared<ExecutorService> threads = Shared.of(pool);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    CompletableFuture.runAsync(
                                                    () -> {
                                                        try {
                                                            out.emit(input, new Values(1));
                                                        } catch (IllegalStateException e) {
                                                            refusals.get().add("emit " + e.getMessage());
                                                        }
                                                        try {
                                                            out.ack(input);
                                                        } catch (IllegalStateException e) {
                                                            refusals.get().add("ack " + e.getMessage());
                                                        }
                                                    },
                                                    threads.get())
                                            .join();
                                    out.ack(input);
                                },
                                "n"))
                .shuffleGrouping("spout");
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("bolt");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(messages)
                .isNotEmpty()
                .allSatisfy(message -> assertThat(message).contains("'bolt'").contains("pool-"));
        assertThat(messages).anyMatch(message -> message.startsWith("emit"));
        assertThat(messages).anyMatch(message -> message.startsWith("ack"));
        assertThat(topology.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eightThreadsEmitAndAckThroughTheHandle(int workers) {
        int count = 200_000;
        Ledger ledger = new Ledger(count);
        Map<Integer, AtomicInteger> received = new ConcurrentHashMap<>();
        Shared<Map<Integer, AtomicInteger>> byId = Shared.of(received);
        Shared<ExecutorService> threads = Shared.of(pool);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    var handle = out.threadSafe();
                                    threads.get().execute(() -> {
                                        handle.emit(input, input.getValues());
                                        handle.ack(input);
                                    });
                                },
                                "id"))
                .shuffleGrouping("spout");
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    byId.get()
                            .computeIfAbsent(input.getInteger(0), id -> new AtomicInteger())
                            .incrementAndGet();
                    out.ack(input);
                }))
                .shuffleGrouping("bolt");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(workers), builder, ledger);

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(0);
        assertThat(received).hasSize(count);
        assertThat(received.values()).allMatch(n -> n.get() == 1);
        assertThat(topology.errors()).isEmpty();
    }

    /** A spout's handle: threads that feed it from outside. */
    @Test
    void eightThreadsFeedASpoutThroughItsHandle() {
        int each = 5_000;
        AtomicInteger acked = new AtomicInteger();
        AtomicInteger fed = new AtomicInteger();
        Shared<AtomicInteger> acks = Shared.of(acked);
        Shared<AtomicInteger> feeds = Shared.of(fed);
        Shared<ExecutorService> threads = Shared.of(pool);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    if (acks.get().get() == 8 * each) {
                                        out.finish();
                                    }
                                },
                                "n")
                        .opening((out, context) -> {
                            var handle = out.threadSafe();
                            for (int thread = 0; thread < 8; thread++) {
                                threads.get().execute(() -> {
                                    for (int i = 0; i < each; i++) {
                                        int n = feeds.get().incrementAndGet();
                                        handle.emit(new Values(n), n);
                                    }
                                });
                            }
                        })
                        .onAck((id, out) -> acks.get().incrementAndGet()));
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");

        LocalTopology topology = Runs.finish(cluster, Runs.workers(2), builder, fed);

        assertThat(acked).hasValue(8 * each);
        assertThat(topology.errors()).isEmpty();
    }
}
