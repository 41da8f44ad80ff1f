package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is reported as stuck, and who is not. */
@Timeout(120)
class StuckTasksIT {
    private static final int LIMIT_SECONDS = 2;

    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    private static Config conf() {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_TASK_STUCK_SECS, LIMIT_SECONDS);
        return conf;
    }

    @Test
    void aCallThatDoesNotReturnIsReportedOnceWithItsStack() {
        Ledger ledger = new Ledger(1_000);
        CountDownLatch goOn = new CountDownLatch(1);
        Shared<CountDownLatch> latch = Shared.of(goOn);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("first", WorkBolt.passingOn("id")).shuffleGrouping("spout");
        builder.setBolt("hanging", WorkBolt.doing((input, out, context) -> {
                    if (input.getInteger(0) == 500) {
                        latch.get().await();
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("first");
        LocalTopology topology = Runs.start(cluster, conf(), builder);
        Patience.until(() -> !topology.errors().isEmpty(), () -> "no error, " + ledger);
        // The others wait for it, or have nothing to do, and are no more stuck than it is a second time.
        Patience.observe(Duration.ofSeconds(2 * LIMIT_SECONDS));
        assertThat(topology.errors()).singleElement().satisfies(error -> {
            assertThat(error.component()).isEqualTo("hanging");
            assertThat(error.message()).contains("is stuck", Config.TOPOLOGY_TASK_STUCK_SECS);
            assertThat(error.stackTrace()).contains("CountDownLatch.await", StuckTasksIT.class.getName());
        });

        goOn.countDown();
        Runs.awaitFinished(topology, ledger);
    }

    /** The clock is read once in many fast calls, and the slow ones after them are many, too. */
    @Test
    void slowCallsAfterManyFastOnesAreSteps() {
        int fast = 300_000;
        long slowNanos = TimeUnit.MILLISECONDS.toNanos(100 * LIMIT_SECONDS);
        Ledger ledger = new Ledger(fast + 40);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("slow", WorkBolt.doing((input, out, context) -> {
                    if (input.getInteger(0) > fast) {
                        Runs.work(slowNanos);
                    }
                    out.ack(input);
                }))
                .shuffleGrouping("spout");
        LocalTopology topology = Runs.finish(cluster, conf(), builder, ledger);
        assertThat(topology.errors()).isEmpty();
    }

    @Test
    void whoPreparesForLongIsNotStuckAndNeitherIsWhoIdles() {
        Ledger ledger = new Ledger(10);
        CountDownLatch goOn = new CountDownLatch(1);
        Shared<CountDownLatch> latch = Shared.of(goOn);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setSpout("idle", WorkSpout.doing((out, context) -> {}, "n"));
        builder.setBolt(
                        "slow",
                        WorkBolt.acking()
                                .preparedBy((out, context) -> latch.get().await()))
                .shuffleGrouping("spout")
                .shuffleGrouping("idle");
        LocalTopology topology = cluster.submit("it", conf(), builder.createTopology());
        Patience.observe(Duration.ofSeconds(2 * LIMIT_SECONDS));
        assertThat(topology.errors()).isEmpty();

        goOn.countDown();
        Patience.until(() -> ledger.distinctAcked() == 10, () -> "not all is acked: " + ledger);
        Patience.observe(Duration.ofSeconds(2 * LIMIT_SECONDS));
        assertThat(topology.errors()).isEmpty();
    }
}
