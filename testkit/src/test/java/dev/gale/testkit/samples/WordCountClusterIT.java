package dev.gale.testkit.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import dev.gale.api.TopologyStatus;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import dev.gale.testkit.LocalClusterExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LocalClusterExtension.class)
class WordCountClusterIT {
    @Test
    void everySentenceIsCountedAcrossWorkers(LocalCluster cluster) {
        Config config = new Config();
        config.setNumWorkers(2);
        LocalTopology topology = cluster.submit("words", config, WordCount.of("the cow", "the moon"));

        assertThat(topology.awaitStatus(TopologyStatus.FINISHED, Duration.ofSeconds(30)))
                .isTrue();
        assertThat(topology.errors()).isEmpty();
    }
}
