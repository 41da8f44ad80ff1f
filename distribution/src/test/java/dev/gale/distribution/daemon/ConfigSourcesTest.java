package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigSourcesTest {
    @Test
    void otherDefaultsGiveWayToWhatSomebodySet() {
        ConfigSources sources = new ConfigSources(
                Optional.empty(), Map.of("GALE_SUPERVISOR_ID", "first"), List.of("worker.beat.frequency.secs=3"));

        assertThat(sources.withDefaults(Map.of(
                                "worker.beat.frequency.secs", "0.5", "supervisor.id", "other", "topology.workers", "2"))
                        .flags())
                .containsExactly("worker.beat.frequency.secs=3", "topology.workers=2");
    }
}
