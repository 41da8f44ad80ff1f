package dev.gale.examples.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.testkit.TopologyTestDriver;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoutingTopologyTest {
    private final TopologyTestDriver driver = TopologyTestDriver.of(RoutingTopology.topology());

    @BeforeEach
    void run() {
        driver.activateSpouts();
        driver.runUntilIdle();
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void aRegionIsKeptByTheStoreOfItsPartOfTheAlphabet() {
        List<Integer> stores = driver.tasks("store");
        Map<Object, List<Integer>> targets = driver.emitted("parse", ParseBolt.VALID).stream()
                .collect(Collectors.toMap(
                        emitted -> emitted.values().get(0), emitted -> emitted.targets(), (first, again) -> {
                            assertThat(again).isEqualTo(first);
                            return first;
                        }));

        assertThat(targets)
                .isEqualTo(Map.of(
                        "aarhus", List.of(stores.get(0)),
                        "lima", List.of(stores.get(1)),
                        "nairobi", List.of(stores.get(1)),
                        "zagreb", List.of(stores.get(2))));
    }

    @Test
    void whatIsNoReadingIsRejected() {
        assertThat(driver.received("reject"))
                .extracting(tuple -> tuple.getStringByField("text"))
                .containsExactlyInAnyOrder("Oslo", "Lima = warm", "4711 = 12", "Zagreb = -300");
    }

    @Test
    void everyTextIsAckedWhateverItWas() {
        assertThat(driver.acked()).hasSize(RoutingTopology.READINGS.size());
        assertThat(driver.isFinished()).isTrue();
    }
}
