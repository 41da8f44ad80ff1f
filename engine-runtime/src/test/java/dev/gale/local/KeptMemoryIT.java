package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import dev.gale.api.Values;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has ended leaves nothing behind: neither instances of components nor tuples that waited. */
@Timeout(180)
class KeptMemoryIT {
    private static final int WAITING = 50;

    private final Queue<WeakReference<Object>> made = new ConcurrentLinkedQueue<>();
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** A spout whose tuples nobody takes, since the bolt keeps its thread; all of them are watched. */
    private LocalTopology running() {
        Shared<Queue<WeakReference<Object>>> refs = Shared.of(made);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                        "spout",
                        WorkSpout.doing(
                                (out, context) -> {
                                    byte[] payload = new byte[1_000];
                                    refs.get().add(new WeakReference<>(payload));
                                    out.emit(new Values((Object) payload), payload);
                                },
                                "payload"))
                .setMaxSpoutPending(WAITING);
        builder.setBolt(
                        "bolt",
                        WorkBolt.doing((input, out, context) -> {
                            refs.get().add(new WeakReference<>(context));
                            Runs.work(Patience.LONGEST.toNanos());
                        }),
                        2)
                .shuffleGrouping("spout");
        LocalTopology topology = Runs.start(cluster, Runs.workers(1), builder);
        awaitMade(WAITING);
        return topology;
    }

    private void awaitMade(int count) {
        Patience.until(() -> made.size() >= count, () -> "made " + made.size());
    }

    private long alive(Iterable<WeakReference<Object>> of) {
        long alive = 0;
        for (WeakReference<Object> each : of) {
            alive += each.get() == null ? 0 : 1;
        }
        return alive;
    }

    private void awaitNothingOf(Iterable<WeakReference<Object>> of) {
        Patience.until(
                () -> {
                    System.gc();
                    return alive(of) == 0;
                },
                () -> alive(of) + " are kept");
    }

    @Test
    void aKilledTopologyKeepsNothing() {
        LocalTopology topology = running();

        topology.kill(Duration.ZERO);

        awaitNothingOf(made);
        assertThat(topology.statistics().components()).containsKeys("spout", "bolt");
    }

    @Test
    void aRebalanceKeepsNothingOfTheWorkersBefore() {
        LocalTopology topology = running();
        Queue<WeakReference<Object>> before = new ConcurrentLinkedQueue<>(made);

        topology.rebalance(RebalanceOptions.draining(Duration.ZERO).withExecutors("bolt", 1));
        awaitMade(before.size() + WAITING);

        awaitNothingOf(before);
        topology.kill(Duration.ZERO);
    }

    @Test
    void onlyTheNewestEndedTopologiesAreKnown() {
        int ended = LocalCluster.ENDED_THAT_ARE_KNOWN + 3;
        for (int i = 0; i < ended; i++) {
            Ledger ledger = new Ledger(1);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
            builder.setBolt("sink", WorkBolt.acking()).shuffleGrouping("spout");
            LocalTopology topology = cluster.submit("number-" + i, Runs.workers(1), builder.createTopology());
            assertThat(topology.awaitStatus(TopologyStatus.FINISHED, Patience.LONGEST))
                    .isTrue();
        }

        assertThat(cluster.topologies()).hasSize(LocalCluster.ENDED_THAT_ARE_KNOWN);
        assertThat(cluster.topology("number-0")).isEmpty();
        assertThat(cluster.topology("number-" + (ended - 1))).isPresent();
    }
}
