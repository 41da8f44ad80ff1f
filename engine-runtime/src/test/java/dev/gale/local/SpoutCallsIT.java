package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spouts that emit in callbacks, and spouts that block. */
@Timeout(120)
class SpoutCallsIT {
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** What a chain of callbacks saw. */
    private static final class Chain {
        final Ledger ledger;
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        final AtomicInteger mostPending = new AtomicInteger();

        Chain(int links) {
            ledger = new Ledger(links);
        }

        void emit(int id, SpoutOutputCollector out) {
            threads.add(Thread.currentThread());
            ledger.emitted(id);
            out.emit(new Values(id), id);
            mostPending.accumulateAndGet(out.getPendingCount(), Math::max);
        }
    }

    /** O-29: pending limit 1, inboxes of 2; ack(i) emits i+1, fail(i) emits i again, every tenth is failed once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSpoutMayEmitInItsCallbacks(int workers) {
        int links = 10_000;
        Chain chain = new Chain(links);
        Shared<Chain> shared = Shared.of(chain);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    shared.get().threads.add(Thread.currentThread());
                                    if (shared.get().ledger.emits.get() == 0) {
                                        shared.get().emit(1, out);
                                    } else if (shared.get().ledger.acks.get() == links) {
                                        out.finish();
                                    }
                                },
                                "id")
                        .onAck((id, out) -> {
                            shared.get().ledger.acked((Integer) id);
                            if ((Integer) id < links) {
                                shared.get().emit((Integer) id + 1, out);
                            }
                        })
                        .onFail((id, out) -> {
                            shared.get().ledger.failed((Integer) id);
                            shared.get().emit((Integer) id, out);
                        }));
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> {
                    int id = input.getInteger(0);
                    if (id % 10 == 0 && shared.get().ledger.failsOf.get(id) == 0) {
                        out.fail(input);
                    } else {
                        out.ack(input);
                    }
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(workers);
        conf.setMaxSpoutPending(1);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 2);

        Runs.finish(cluster, conf, builder, chain.ledger);

        assertThat(chain.ledger.acks).hasValue(links);
        assertThat(chain.ledger.fails).hasValue(links / 10);
        assertThat(chain.threads).hasSize(1);
        assertThat(chain.mostPending.get()).isLessThanOrEqualTo(2);
    }

    /** O-30, scaled: nextTuple blocks for longer than twice the timeout; the acks that came meanwhile win over it. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void acksThatCameWhileNextTupleBlockedWinOverTheTimeout(int ackers) {
        int count = 10;
        Ledger ledger = new Ledger(count);
        Shared<Ledger> shared = Shared.of(ledger);
        long blocksNanos = Patience.LONG ? 40_000_000_000L : 4_500_000_000L;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                                (out, context) -> {
                                    int emitted = (int) shared.get().emits.get();
                                    if (emitted < count) {
                                        shared.get().emitted(emitted + 1);
                                        out.emit(new Values(emitted + 1), emitted + 1);
                                    } else if (shared.get().acks.get() == 0) {
                                        Runs.work(blocksNanos);
                                    }
                                },
                                "id")
                        .onAck((id, out) -> shared.get().acked((Integer) id))
                        .onFail((id, out) -> shared.get().failed((Integer) id)));
        builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setMessageTimeoutSecs(Patience.LONG ? 15 : 2);
        if (ackers > 0) {
            conf.setNumAckers(ackers);
        }
        LocalTopology topology = Runs.start(cluster, conf, builder);

        Patience.until(() -> ledger.acks.get() + ledger.fails.get() >= count, ledger::toString);

        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(0);
        long start = System.nanoTime();
        topology.kill(Duration.ofSeconds(1));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }

    /** A spout that finished and hears of a failure is asked again. */
    @Test
    void aSpoutThatFinishedIsAskedAgainAfterAFailure() {
        int count = 1_000;
        Ledger ledger = new Ledger(count);
        AtomicLong late = new AtomicLong();
        Shared<AtomicLong> lateFails = Shared.of(late);
        Shared<Ledger> shared = Shared.of(ledger);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(shared));
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> {
                    int id = input.getInteger(0);
                    if (id == count && shared.get().emitsOf.get(id) < 5) {
                        Runs.work(20_000_000);
                        lateFails.get().incrementAndGet();
                        out.fail(input);
                    } else {
                        out.ack(input);
                    }
                }))
                .shuffleGrouping("spout");

        Runs.finish(cluster, Runs.workers(2), builder, ledger);

        assertThat(late).hasValue(4);
        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.fails).hasValue(4);
    }
}
