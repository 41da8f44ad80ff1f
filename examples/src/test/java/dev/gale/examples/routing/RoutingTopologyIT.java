package dev.gale.examples.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.Window;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RoutingTopologyIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void readingsTakeTheStreamThatTheyBelongTo() {
        try (LocalCluster cluster = new LocalCluster()) {
            LocalTopology routing = cluster.submit("routing", new Config(), RoutingTopology.topology());

            assertThat(routing.awaitStatus(TopologyStatus.FINISHED, PATIENCE)).isTrue();
            StreamCounts parse = routing.statistics()
                    .components()
                    .get("parse")
                    .windows()
                    .get(Window.ALL_TIME)
                    .figures()
                    .counts();
            assertThat(parse.emitted()).isEqualTo(Map.of(ParseBolt.VALID, 6L, ParseBolt.INVALID, 4L));
            assertThat(routing.errors()).isEmpty();
        }
    }
}
