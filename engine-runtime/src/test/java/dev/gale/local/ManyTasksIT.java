package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyStatus;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As many tasks as a topology may have, nearly all in one executor: neither time nor memory grows with their square. */
@Timeout(180)
class ManyTasksIT {
    private static final int TASKS = 31_000;

    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
        Shared.forgetAll();
    }

    private static TopologyBuilder many(Ledger ledger, WorkBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new LedgerSpout(Shared.of(ledger)));
        builder.setBolt("bolt", bolt, 2).setNumTasks(TASKS).fieldsGrouping("spout", new Fields("id"));
        return builder;
    }

    private static Config conf() {
        Config conf = Runs.workers(1);
        conf.put(Config.TOPOLOGY_KEY_GROUPS, 32_768);
        return conf;
    }

    @Test
    void aTopologyOfThemComesUpAndFinishes() {
        Ledger ledger = new Ledger(2_000);
        Set<List<Integer>> lists = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        Shared<Set<List<Integer>>> seen = Shared.of(lists);
        WorkBolt bolt = WorkBolt.acking().preparedBy((out, context) -> {
            seen.get().add(context.getThisWorkerTasks());
            seen.get().add(context.getComponentTasks("bolt"));
            assertThat(context.getComponentTasks("bolt").get(context.getThisTaskIndex()))
                    .isEqualTo(context.getThisTaskId());
        });

        LocalTopology topology = Runs.finish(cluster, conf(), many(ledger, bolt), ledger);

        assertThat(topology.errors()).isEmpty();
        assertThat(ledger.acks).hasValue(2_000);
        assertThat(lists)
                .as("one list of the worker's tasks, and one of the component's")
                .hasSize(2);
    }

    @Test
    void aTopologyOfThemCanBeKilledWhileItStarts() {
        Ledger ledger = new Ledger(2_000);
        LocalTopology topology =
                cluster.submit("it", conf(), many(ledger, WorkBolt.acking()).createTopology());

        topology.kill(Duration.ZERO);

        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
    }
}
