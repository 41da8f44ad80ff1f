package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.stats.Window;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class StatisticsIT {
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** The counts of all time. */
    record Counts(TopologyStatistics statistics) {
        static Counts of(LocalTopology topology) {
            return new Counts(topology.statistics());
        }

        StreamCounts counts(String component) {
            return statistics
                    .components()
                    .get(component)
                    .windows()
                    .get(Window.ALL_TIME)
                    .figures()
                    .counts();
        }

        long emitted(String component) {
            return StreamCounts.total(counts(component).emitted());
        }

        long transferred(String component) {
            return StreamCounts.total(counts(component).transferred());
        }

        long executed(String component) {
            return StreamCounts.total(counts(component).executed());
        }

        long acked(String component) {
            return StreamCounts.total(counts(component).acked());
        }

        long failed(String component) {
            return StreamCounts.total(counts(component).failed());
        }
    }

    /** What the bolts counted themselves. */
    private static final class Own {
        final AtomicLong executed = new AtomicLong();
        final AtomicLong emitted = new AtomicLong();
        final AtomicLong acked = new AtomicLong();
        final AtomicLong failed = new AtomicLong();
        final AtomicLong received = new AtomicLong();
    }

    /** Statistics are equal to what the components counted themselves; reading them all the time changes nothing. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void countsAreThoseThatTheComponentsMadeThemselves(int workers) {
        int count = 50_000;
        Ledger ledger = new Ledger(count);
        Own own = new Own();
        Shared<Own> shared = Shared.of(own);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)), 2);
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    shared.get().executed.incrementAndGet();
                                    long draw = shared.get().executed.get();
                                    if (draw % 17 == 0) {
                                        shared.get().failed.incrementAndGet();
                                        out.fail(input);
                                        return;
                                    }
                                    for (int i = 0; i < draw % 3; i++) {
                                        shared.get().emitted.incrementAndGet();
                                        out.emit(input, new Values(i));
                                    }
                                    shared.get().acked.incrementAndGet();
                                    out.ack(input);
                                },
                                "i"),
                        2)
                .shuffleGrouping("spout");
        builder.setBolt(
                        "all",
                        WorkBolt.doing((input, out, context) -> {
                            shared.get().received.incrementAndGet();
                            out.ack(input);
                        }),
                        3)
                .allGrouping("bolt");
        LocalTopology topology = Runs.start(cluster, Runs.workers(workers), builder);
        Patience.until(
                () -> {
                    topology.statistics();
                    return ledger.acks.get() == count;
                },
                ledger::toString);
        Runs.awaitFinished(topology, ledger);

        Counts counts = Counts.of(topology);

        assertThat(counts.emitted("spout")).isEqualTo(ledger.emits.get());
        assertThat(counts.transferred("spout")).isEqualTo(ledger.emits.get());
        assertThat(counts.acked("spout")).isEqualTo(ledger.acks.get());
        assertThat(counts.failed("spout")).isEqualTo(ledger.fails.get());
        assertThat(counts.executed("bolt")).isEqualTo(own.executed.get());
        assertThat(counts.acked("bolt")).isEqualTo(own.acked.get());
        assertThat(counts.failed("bolt")).isEqualTo(own.failed.get());
        assertThat(counts.emitted("bolt")).isEqualTo(own.emitted.get());
        assertThat(counts.transferred("bolt")).isEqualTo(3 * own.emitted.get());
        assertThat(counts.executed("all")).isEqualTo(own.received.get());
        assertThat(counts.acked("all")).isEqualTo(own.received.get());
        assertThat(own.received.get()).isEqualTo(3 * own.emitted.get());
    }

    /** Executors that wait and work in turn; what a reader sees of their time is no restart. */
    @Test
    void countsStayRightHoweverOftenAnIdleTopologyIsLookedAt() {
        AtomicLong emitted = new AtomicLong();
        Shared<AtomicLong> own = Shared.of(emitted);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                        (out, context) -> {
                            if (own.get().get() < 200) {
                                Runs.work(2_000_000);
                                out.emit(new Values(own.get().incrementAndGet()));
                            } else {
                                out.finish();
                            }
                        },
                        "n"));
        builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
        LocalTopology topology = cluster.submit("it", Runs.workers(2), builder.createTopology());
        Patience.until(
                () -> {
                    Counts counts = Counts.of(topology);
                    if (counts.statistics().components().containsKey("spout")) {
                        assertThat(counts.emitted("spout")).isLessThanOrEqualTo(200);
                    }
                    return emitted.get() == 200;
                },
                emitted::toString);
        Runs.awaitFinished(topology, emitted);

        assertThat(Counts.of(topology).emitted("spout")).isEqualTo(200);
        assertThat(Counts.of(topology).executed("sink")).isEqualTo(200);
    }

    /** O-36-like: reading statistics waits for nobody, and nobody waits for the reader, in a flow that is full everywhere. */
    @Test
    void statisticsCanBeReadInASaturatedTopology() {
        int count = 200;
        int each = 1_000;
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt(
                        "splits",
                        WorkBolt.doing(
                                (input, out, context) -> {
                                    for (int i = 0; i < each; i++) {
                                        out.emit(input, new Values(i));
                                    }
                                    out.ack(input);
                                },
                                "i"))
                .shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        WorkBolt.doing((input, out, context) -> {
                            if (input.isTick()) {
                                Runs.work(20_000_000);
                            } else {
                                out.ack(input);
                            }
                        }),
                        2)
                .shuffleGrouping("splits")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 0.1);
        Config conf = Runs.workers(2);
        conf.put(Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, 32);
        LocalTopology topology = cluster.submit("it", conf, builder.createTopology());
        AtomicLong slowest = new AtomicLong();
        Patience.until(
                () -> {
                    long start = System.nanoTime();
                    topology.statistics();
                    slowest.accumulateAndGet(System.nanoTime() - start, Math::max);
                    return ledger.acks.get() == count;
                },
                ledger::toString);
        Runs.awaitFinished(topology, ledger);

        assertThat(Duration.ofNanos(slowest.get())).isLessThan(Duration.ofSeconds(10));
        assertThat(Counts.of(topology).emitted("splits")).isEqualTo((long) count * each);
        assertThat(Counts.of(topology).acked("spout")).isEqualTo(count);
    }
}
