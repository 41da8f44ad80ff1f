package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Tuple;
import dev.gale.testkit.Code.CodeBolt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTest {
    private static Topology of(CodeBolt bolt, Map<String, Object> config) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("bolt", bolt).shuffleGrouping("source").addConfigurations(config);
        return builder.createTopology();
    }

    private static Config timeout(int seconds) {
        Config config = new Config();
        config.setMessageTimeoutSecs(seconds);
        return config;
    }

    @Test
    void ticksComeAtTheirTimesAndNotBetween() {
        Topology topology = of(Code.sink(), Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 10));
        try (TopologyTestDriver driver = TopologyTestDriver.of(topology)) {
            driver.advanceTime(Duration.ofMillis(9_999));
            assertThat(driver.received("bolt")).isEmpty();

            driver.advanceTime(Duration.ofMillis(1));
            assertThat(driver.received("bolt")).singleElement().matches(Tuple::isTick);

            driver.advanceTime(Duration.ofHours(1));
            assertThat(driver.received("bolt")).hasSize(361);
            assertThat(driver.elapsed()).isEqualTo(Duration.ofSeconds(3610));
        }
    }

    @Test
    void ticksOfSeveralBoltsComeInTheOrderOfTheirTimes() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        for (String seconds : List.of("3", "2")) {
            builder.setBolt("every" + seconds, Code.bolt((input, out) -> out.emit(List.of(seconds)), "n"))
                    .shuffleGrouping("source")
                    .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, Integer.valueOf(seconds));
        }
        builder.setBolt("log", Code.sink()).shuffleGrouping("every3").shuffleGrouping("every2");
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology())) {
            driver.advanceTime(Duration.ofSeconds(5));

            assertThat(driver.received("log"))
                    .extracting(tuple -> tuple.getString(0))
                    .containsExactly("2", "3", "2");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void aTupleThatNobodyAcksTimesOut(int ackers) {
        Config config = timeout(30);
        if (ackers > 0) {
            config.setNumAckers(ackers);
        }
        try (TopologyTestDriver driver = TopologyTestDriver.builder(of(Code.bolt((input, out) -> {}), Map.of()))
                .config(config)
                .start()) {
            driver.input("source").pipe(List.of(1), "forgotten");
            driver.advanceTime(Duration.ofSeconds(30));
            assertThat(driver.pending()).containsExactly("forgotten");

            driver.advanceTime(Duration.ofSeconds(30));
            assertThat(driver.timedOut()).containsExactly("forgotten");
            assertThat(driver.failed()).containsExactly("forgotten");
            assertThat(driver.pending()).isEmpty();
        }
    }

    @Test
    void theClockGoesNoFurtherThanItCounts() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(of(Code.sink(), Map.of()))) {
            driver.advanceTime(Duration.ofDays(100_000));

            assertThatThrownBy(() -> driver.advanceTime(Duration.ofDays(146_000)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT3504000H");
            assertThatThrownBy(() -> driver.advanceTime(Duration.ofDays(100_000)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT2400000H");
            assertThat(driver.elapsed()).isEqualTo(Duration.ofDays(100_000));
        }
    }

    @Test
    void aFailIsNoTimeout() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(of(Code.bolt((input, out) -> out.fail(input)), Map.of()))) {
            driver.input("source").pipe(List.of(1), "a");
            driver.runUntilIdle();

            assertThat(driver.failed("source")).containsExactly("a");
            assertThat(driver.timedOut()).isEmpty();
        }
    }

    @Test
    void aTimeoutCanBeStartedAnew() {
        try (TopologyTestDriver driver = TopologyTestDriver.builder(of(Code.bolt((input, out) -> {}), Map.of()))
                .config(timeout(30))
                .start()) {
            driver.input("source").pipe(List.of(1), "long");
            driver.runUntilIdle();
            CodeBolt bolt = driver.bolt("bolt", CodeBolt.class, 0);
            Tuple input = driver.received("bolt").get(0);
            for (int i = 0; i < 10; i++) {
                driver.advanceTime(Duration.ofSeconds(20));
                bolt.collector().threadSafe().resetTimeout(input);
                driver.runUntilIdle();
            }
            assertThat(driver.pending()).containsExactly("long");
            driver.advanceTime(Duration.ofSeconds(60));
            assertThat(driver.timedOut()).containsExactly("long");
        }
    }

    @Test
    void aSpoutEmitsAgainWhatTimedOut() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ReplayingSpout(3));
        builder.setBolt("bolt", Code.bolt((input, out) -> {
                    if (input.getInteger(1) > 0) {
                        out.ack(input);
                    }
                }))
                .shuffleGrouping("source");
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology())) {
            driver.activateSpouts();
            driver.runUntilIdle();
            assertThat(driver.pending()).containsExactly(0, 1, 2);
            assertThat(driver.isFinished()).isFalse();

            driver.advanceTime(Duration.ofMinutes(1));
            assertThat(driver.timedOut()).containsExactly(0, 1, 2);
            assertThat(driver.acked()).containsExactly(0, 1, 2);
            assertThat(driver.emitted("source")).hasSize(6).allMatch(emit -> emit.messageId() != null);
            assertThat(driver.isFinished()).isTrue();
        }
    }

    @Test
    void timeDoesNotGoBack() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(of(Code.sink(), Map.of()))) {
            assertThatThrownBy(() -> driver.advanceTime(Duration.ofSeconds(-1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
