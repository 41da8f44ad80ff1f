package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that break between workers that live on. */
@Timeout(180)
class ReconnectIT {
    private final FaultyTransportFactory.Faults faults = FaultyTransportFactory.faults("reconnect");
    private final LocalCluster cluster = new LocalCluster(FaultyTransportFactory.config("reconnect"));

    @AfterEach
    void close() {
        cluster.close();
        faults.addresses.clear();
        Shared.forgetAll();
    }

    /** O-37 and O-38: the links break while credit is owed, 20 times; everything is acked in the end. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 2})
    void everythingIsAckedThoughLinksBreakWhileCreditIsOwed(int ackers) {
        int count = 20_000;
        Ledger ledger = new Ledger(count);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)), 2);
        builder.setBolt("pass", WorkBolt.passingOn("id"), 2).shuffleGrouping("spout");
        builder.setBolt(
                        "slow",
                        WorkBolt.doing((input, out, context) -> {
                            if (input.getInteger(0) % 100 == 0) {
                                Runs.work(1_000_000);
                            }
                            out.ack(input);
                        }),
                        2)
                .shuffleGrouping("pass");
        Config conf = Runs.workers(3);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 2_048);
        conf.setMaxSpoutPending(1_000);
        conf.setMessageTimeoutSecs(1);
        if (ackers > 0) {
            conf.setNumAckers(ackers);
        }
        LocalTopology topology = Runs.start(cluster, conf, builder);
        for (int i = 0; i < 20; i++) {
            if (i % 4 == 3) {
                faults.cutAll();
                Patience.observe(Duration.ofMillis(10));
                faults.healAll();
            } else {
                faults.dropAll();
            }
            Patience.observe(Duration.ofMillis(20));
        }

        Runs.awaitFinished(topology, ledger);

        assertThat(ledger.distinctAcked()).isEqualTo(count);
        assertThat(ledger.acks).hasValue(count);
        assertThat(ledger.emits).hasValue(ledger.acks.get() + ledger.fails.get());
        assertThat(topology.errors()).isEmpty();
    }

    /** Without acks, credit alone holds a spout back; a link that broke and came again must bound it as before. */
    @Test
    void aNewConnectionGivesNoMoreCreditThanTheOld() {
        AtomicLong emitted = new AtomicLong();
        AtomicLong executed = new AtomicLong();
        Shared<AtomicLong> in = Shared.of(emitted);
        Shared<AtomicLong> out = Shared.of(executed);
        String padding = "x".repeat(1_000);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout",
                WorkSpout.doing(
                        (collector, context) -> {
                            in.get().incrementAndGet();
                            collector.emit(new Values(padding));
                        },
                        "text"));
        builder.setBolt("slow", WorkBolt.doing((input, collector, context) -> {
                    // Fast until much was consumed, then slow.
                    if (out.get().incrementAndGet() > 20_000) {
                        Runs.work(1_000_000);
                    }
                    collector.ack(input);
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 256 * 1024);
        Runs.start(cluster, conf, builder);
        Patience.until(() -> executed.get() > 20_000, () -> "executed " + executed);
        Patience.until(() -> isFull(emitted, executed), () -> "emitted " + emitted + " executed " + executed);
        long waitingBefore = emitted.get() - executed.get();

        faults.dropAll();
        long then = executed.get();
        Patience.until(() -> executed.get() > then + 500, () -> "executed " + executed);

        // Twice the window, for what was consumed of the old connection too, and what lies on the way.
        assertThat(emitted.get() - executed.get()).isLessThan(2 * waitingBefore + 2_000);
    }

    private static boolean isFull(AtomicLong emitted, AtomicLong executed) {
        long before = emitted.get();
        long executedBefore = executed.get();
        Patience.observe(Duration.ofMillis(20));
        return emitted.get() - before <= executed.get() - executedBefore + 200;
    }

    /** What nobody tracks goes on after the link came back. */
    @Test
    void anUntrackedFlowGoesOnAfterTheLinkCameBack() {
        AtomicLong executed = new AtomicLong();
        Shared<AtomicLong> out = Shared.of(executed);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", WorkSpout.doing((collector, context) -> collector.emit(new Values("x")), "text"));
        builder.setBolt("sink", WorkBolt.doing((input, collector, context) -> {
                    out.get().incrementAndGet();
                    collector.ack(input);
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.put(Config.TOPOLOGY_TRANSFER_CREDIT_BYTES, 4 * 1024);
        Runs.start(cluster, conf, builder);
        for (int i = 0; i < 30; i++) {
            long then = executed.get();
            Patience.until(() -> executed.get() > then + 1_000, () -> "executed " + executed + " after " + then);
            faults.dropAll();
        }
        long then = executed.get();
        Patience.until(() -> executed.get() > then + 1_000, () -> "executed " + executed + " after " + then);
    }

    /** K22: the sending thread of a worker meets an error that nobody foresaw; the worker is started anew. */
    @Test
    void aWorkerWhoseSendingThreadEndsIsStartedAnew() {
        int count = 20_000;
        Ledger ledger = new Ledger(count);
        AtomicBoolean broken = new AtomicBoolean();
        Shared<AtomicBoolean> mayEnd = Shared.of(broken);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("sink", WorkBolt.doing((input, out, context) -> {
                    // The run is not over before the thread has ended.
                    if (input.getInteger(0) == count && !mayEnd.get().get()) {
                        out.fail(input);
                    } else {
                        out.ack(input);
                    }
                }))
                .shuffleGrouping("spout");
        Config conf = Runs.workers(2);
        conf.setMaxSpoutPending(100);
        conf.setMessageTimeoutSecs(1);
        LocalTopology topology = Runs.start(cluster, conf, builder);
        Patience.until(() -> ledger.acks.get() > 100, ledger::toString);

        faults.offersToBreak.set(1);
        Patience.until(
                () -> Runs.messages(topology).stream().anyMatch(message -> message.contains("this offer was to break")),
                ledger::toString);
        broken.set(true);

        Runs.awaitFinished(topology, ledger);
        assertThat(ledger.distinctAcked()).isEqualTo(count);
    }
}
