package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import dev.gale.api.Values;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked of a topology that runs, however odd it is: answered or refused, and the topology goes on. */
@Timeout(180)
class RequestsIT {
    private static final Duration LONGER_THAN_A_CLOCK_COUNTS = Duration.ofDays(146_000);

    private final AtomicLong acked = new AtomicLong();
    private LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    /** A spout that emits for ever, and a bolt. */
    private TopologyBuilder endless(WorkBolt bolt) {
        Shared<AtomicLong> acks = Shared.of(acked);
        AtomicInteger next = new AtomicInteger();
        Shared<AtomicInteger> ids = Shared.of(next);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                        "spout",
                        WorkSpout.doing(
                                        (out, context) -> {
                                            int id = ids.get().incrementAndGet();
                                            out.emit(new Values(id), id);
                                        },
                                        "id")
                                .onAck((id, out) -> acks.get().incrementAndGet()))
                .setMaxSpoutPending(100);
        builder.setBolt("sink", bolt).shuffleGrouping("spout");
        return builder;
    }

    private LocalTopology running() {
        return Runs.start(cluster, Runs.workers(2), endless(WorkBolt.acking()));
    }

    private void awaitProgress() {
        long then = acked.get();
        Patience.until(() -> acked.get() > then + 100, () -> "acked " + acked + " after " + then);
    }

    private void goesOn(LocalTopology topology) {
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        awaitProgress();
    }

    @Test
    void aRebalanceMayDrainAsLongAsItTakes() {
        LocalTopology topology = running();

        topology.rebalance(RebalanceOptions.draining(LONGER_THAN_A_CLOCK_COUNTS).withWorkers(1));
        goesOn(topology);
        topology.rebalance(
                RebalanceOptions.draining(ChronoUnit.FOREVER.getDuration()).withWorkers(2));
        goesOn(topology);
        topology.rebalance(RebalanceOptions.draining(Duration.ofSeconds(-5)));
        goesOn(topology);
    }

    @Test
    void everyWaitMayBeLongerThanAClockCounts() {
        LocalTopology topology = running();

        topology.awaitRunning(ChronoUnit.FOREVER.getDuration());
        topology.awaitRunning(LONGER_THAN_A_CLOCK_COUNTS);
        assertThat(topology.awaitStatus(TopologyStatus.ACTIVE, ChronoUnit.FOREVER.getDuration()))
                .isTrue();
        assertThat(topology.awaitStatus(
                        TopologyStatus.FINISHED,
                        ChronoUnit.FOREVER.getDuration().negated()))
                .isFalse();
        goesOn(topology);
        topology.kill(LONGER_THAN_A_CLOCK_COUNTS);

        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
    }

    @Test
    @SuppressWarnings("NullAway")
    void whatIsMissingIsNamedAndNothingChanges() {
        LocalTopology topology = running();
        RebalanceOptions options = RebalanceOptions.draining(Duration.ZERO);

        assertThatThrownBy(() -> topology.rebalance(null)).hasMessageContaining("options");
        assertThatThrownBy(() -> RebalanceOptions.draining(null)).hasMessageContaining("drain");
        assertThatThrownBy(() -> options.withExecutors(null, 1)).hasMessageContaining("component");
        assertThatThrownBy(() -> topology.kill(null)).hasMessageContaining("wait");
        assertThatThrownBy(() -> topology.awaitRunning(null)).hasMessageContaining("patience");
        assertThatThrownBy(() -> topology.awaitStatus(TopologyStatus.ACTIVE, null))
                .hasMessageContaining("patience");
        assertThatThrownBy(() -> topology.awaitStatus(null, Duration.ZERO)).hasMessageContaining("wanted");

        goesOn(topology);
    }

    /** Whatever breaks in the middle of a rebalance is reported, and the topology goes on. */
    @Test
    void aTopologyWhoseRebalanceBreaksGoesOn() {
        cluster.close();
        FaultyTransportFactory.Faults faults = FaultyTransportFactory.faults("requests");
        cluster = new LocalCluster(FaultyTransportFactory.config("requests"));
        LocalTopology topology = running();
        faults.closesToBreak.set(1);

        topology.rebalance(RebalanceOptions.draining(Patience.LONGEST).withWorkers(1));

        goesOn(topology);
        assertThat(Runs.messages(topology)).anyMatch(message -> message.contains("this close was to break"));
    }

    /** A bolt that is prepared once and then never again. */
    private static WorkBolt preparedOnce(Shared<AtomicInteger> times) {
        return WorkBolt.acking().preparedBy((out, context) -> {
            if (times.get().getAndIncrement() > 0) {
                throw new IllegalStateException("not any more");
            }
        });
    }

    @Test
    void whoWaitsForARebalanceIsToldOfTheInterrupt() throws Exception {
        AtomicInteger times = new AtomicInteger();
        LocalTopology topology = Runs.start(cluster, Runs.workers(1), endless(preparedOnce(Shared.of(times))));
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            try {
                topology.rebalance(RebalanceOptions.draining(Patience.LONGEST));
                outcome.complete(new AssertionError("it returned"));
            } catch (Throwable e) {
                flag.set(Thread.currentThread().isInterrupted());
                outcome.complete(e);
            }
        });
        caller.start();
        Patience.until(() -> times.get() > 1, () -> "no rebalance: " + topology.status());
        Patience.until(() -> topology.status() == TopologyStatus.STARTING, () -> "is " + topology.status());

        caller.interrupt();

        assertThat(outcome.get(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Interrupted")
                .hasMessageContaining("STARTING");
        assertThat(flag).isTrue();
        topology.kill(Duration.ZERO);
    }

    @Test
    void whoWaitsForAStatusIsToldOfTheInterrupt() {
        LocalTopology topology = running();
        for (Runnable wait : List.<Runnable>of(
                () -> topology.awaitStatus(TopologyStatus.FINISHED, Patience.LONGEST),
                () -> cluster.submit(
                                "other",
                                Runs.workers(1),
                                endless(neverPrepared()).createTopology())
                        .awaitRunning(Patience.LONGEST))) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(wait::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
        goesOn(topology);
    }

    private static WorkBolt neverPrepared() {
        return WorkBolt.acking().preparedBy((out, context) -> {
            throw new IllegalStateException("never");
        });
    }
}
