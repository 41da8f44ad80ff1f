package dev.gale.examples.topn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.Window;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TopTagsTopologyIT {
    private static final double SLOT_SECONDS = 0.1;

    @Test
    void aListIsPrintedAgainAndAgain() {
        Config conf = new Config();
        conf.setNumWorkers(2);
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology top =
                    cluster.submit("top-tags", conf, TopTagsTopology.topology(new TagSpout(1), SLOT_SECONDS));

            while (printed(top) < 3) {
                top.awaitStatus(TopologyStatus.FINISHED, Duration.ofMillis(50));
            }

            assertThat(top.errors()).isEmpty();
        }
    }

    private static long printed(LocalTopology topology) {
        var print = topology.statistics().components().get("print");
        return print == null
                ? 0
                : StreamCounts.total(
                        print.windows().get(Window.ALL_TIME).figures().counts().executed());
    }
}
