package dev.gale.examples.colors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.Window;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ColorsTopologyIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void tenExecutorsRunTwelveTasksAndEveryNumberReachesTheEnd() {
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology colors = cluster.submit("colors", ColorsTopology.config(), ColorsTopology.topology());

            assertThat(colors.awaitStatus(TopologyStatus.FINISHED, PATIENCE)).isTrue();
            assertThat(colors.layout().executors()).hasSize(10);
            assertThat(colors.layout().taskCount()).isEqualTo(12);
            assertThat(colors.layout().executorsOf("green-bolt")).hasSize(2);
            assertThat(colors.layout().tasksOf("green-bolt")).hasSize(4);
            assertThat(executed(colors, "yellow-bolt")).isEqualTo(2 * BlueSpout.COUNT);
        }
    }

    private static long executed(LocalTopology topology, String component) {
        return StreamCounts.total(topology.statistics()
                .components()
                .get(component)
                .windows()
                .get(Window.ALL_TIME)
                .figures()
                .counts()
                .executed());
    }
}
