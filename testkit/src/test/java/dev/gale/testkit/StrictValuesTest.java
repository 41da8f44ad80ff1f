package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrictValuesTest {
    record Money(long cents) {}

    private static Topology of(Code.OfBolt code) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("emitter", Code.bolt(code, "value")).shuffleGrouping("source");
        builder.setBolt("receiver", Code.sink()).shuffleGrouping("emitter");
        return builder.createTopology();
    }

    private static Topology mutating() {
        return of((input, collector) -> {
            List<Object> list = new ArrayList<>(List.of("as emitted"));
            collector.emit(input, new Values(list));
            list.set(0, "changed");
            collector.ack(input);
        });
    }

    private static Topology emittingMoney() {
        return of((input, collector) -> {
            collector.emit(input, new Values(new Money(1)));
            collector.ack(input);
        });
    }

    @Test
    void aBoltThatChangesWhatItEmittedIsNamed() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(mutating())) {
            driver.input("source").pipe(new Values(1), "a");
            driver.runUntilIdle();

            assertThat(driver.failed()).containsExactly("a");
            assertThat(driver.received("receiver")).isEmpty();
            assertThat(driver.errors()).singleElement().satisfies(error -> {
                assertThat(error.component()).isEqualTo("emitter");
                assertThat(error.error())
                        .hasMessageContaining("Component 'emitter' changed a value after emitting it")
                        .hasMessageContaining("'receiver'");
            });
        }
    }

    @Test
    void aTestThatChangesWhatItFedIsToldSo() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(mutating())) {
            List<Object> list = new ArrayList<>(List.of(1));
            driver.input("source").pipe(new Values(list));
            list.clear();
            driver.runUntilIdle();

            assertThat(driver.errors()).extracting(ComponentError::component).containsExactly("source");
        }
    }

    @Test
    void aClassThatIsNotRegisteredIsNamedThoughNothingLeavesTheProcess() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(emittingMoney())) {
            driver.input("source").pipe(new Values(1), "a");
            driver.runUntilIdle();

            assertThat(driver.failed()).containsExactly("a");
            assertThat(driver.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error())
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("Component 'emitter', stream 'default'")
                            .hasMessageContaining(Money.class.getName())
                            .hasMessageContaining("registerSerialization"));
            assertThatThrownBy(() -> driver.input("source").pipe(new Values(new Money(1))))
                    .hasMessageContaining("Component 'source', stream 'default'")
                    .hasMessageContaining(Money.class.getName());
        }
    }

    @Test
    void aRegisteredClassPasses() {
        Config config = new Config();
        config.registerSerialization(Money.class);
        try (TopologyTestDriver driver =
                TopologyTestDriver.builder(emittingMoney()).config(config).start()) {
            driver.input("source").pipe(new Values(new Money(2)), "a");
            driver.runUntilIdle();

            assertThat(driver.acked()).containsExactly("a");
        }
    }

    @Test
    void theCheckCanBeSwitchedOff() {
        for (Topology topology : List.of(mutating(), emittingMoney())) {
            try (TopologyTestDriver driver =
                    TopologyTestDriver.builder(topology).strictValues(false).start()) {
                driver.input("source").pipe(new Values(1), "a");
                driver.runUntilIdle();

                assertThat(driver.acked()).containsExactly("a");
            }
        }
    }
}
