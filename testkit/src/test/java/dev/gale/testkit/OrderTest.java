package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import dev.gale.engine.tuple.TrackedTuple;
import dev.gale.testkit.Code.CodeBolt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
    /** A loop: "again" counts each number down to 0, and lets it out then. */
    private static Topology loop(int copies) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ReplayingSpout(20), 2);
        builder.setBolt(
                        "again",
                        Code.bolt(
                                (input, collector) -> {
                                    int left = input.getInteger(0);
                                    for (int i = 0; left > 0 && i < copies; i++) {
                                        collector.emit(input, new Values(left - 1, 0));
                                    }
                                    collector.ack(input);
                                },
                                "left",
                                "fails"),
                        3)
                .shuffleGrouping("source")
                .fieldsGrouping("again", new Fields("left"));
        builder.setBolt("log", Code.sink()).shuffleGrouping("again");
        return builder.createTopology();
    }

    private static List<String> run(long seed) {
        try (TopologyTestDriver driver =
                TopologyTestDriver.builder(loop(1)).seed(seed).start()) {
            driver.activateSpouts();
            for (int i = 0; i < 3; i++) {
                driver.input("source").fromTask(1).pipe(new Values(5, 0), "fed" + i);
                driver.advanceTime(Duration.ofSeconds(20));
            }
            List<String> story = new ArrayList<>();
            driver.emitted("source").forEach(emit -> story.add(emit.toString()));
            driver.emitted("again").forEach(emit -> story.add(emit.toString()));
            driver.received("log").forEach(tuple -> story.add(tuple + " " + tuple.getMessageId() + " " + edge(tuple)));
            driver.acked().forEach(id -> story.add("acked " + id));
            return story;
        }
    }

    /** The id by which the tuple hangs in its tree, since nothing is anchored to it. */
    private static long edge(Tuple tuple) {
        return ((TrackedTuple) tuple).xor(0);
    }

    @Test
    void theSameSeedGivesTheSameRunToTheLastEdge() {
        assertThat(run(7)).isEqualTo(run(7)).hasSizeGreaterThan(400);
    }

    @Test
    void seedsGiveDifferentOrders() {
        TreeSet<String> runs = new TreeSet<>();
        IntStream.range(0, 5).forEach(seed -> runs.add(run(seed).toString()));
        assertThat(runs).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void oneTasksTuplesKeepTheirOrder(long seed) {
        try (TopologyTestDriver driver =
                TopologyTestDriver.builder(loop(1)).seed(seed).start()) {
            for (int i = 0; i < 50; i++) {
                driver.input("again").pipe(new Values(-i, 0));
            }
            driver.runUntilIdle();

            assertThat(driver.received("log"))
                    .extracting(tuple -> tuple.getInteger(0))
                    .containsExactly(IntStream.range(0, 50).map(i -> -i).boxed().toArray(Integer[]::new));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4096})
    void cyclesThatMultiplyTuplesDoNotStandStillHoweverSmallTheQueues(int bound) {
        Map<String, Object> config = Map.of(
                Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE, bound, Config.TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT, bound);
        try (TopologyTestDriver driver =
                TopologyTestDriver.builder(loop(2)).config(config).start()) {
            for (int i = 0; i < 20; i++) {
                driver.input("source").pipe(new Values(6, 0), i);
            }
            driver.runUntilIdle();

            assertThat(driver.acked()).hasSize(20);
            assertThat(driver.received("again")).hasSize(20 * 127);
        }
    }

    @Test
    void aTopologyThatNeverComesToRestIsNamedWithItsSeed() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("mill", Code.bolt((input, collector) -> collector.emit(input.getValues()), "value"))
                .shuffleGrouping("source")
                .shuffleGrouping("mill");
        try (TopologyTestDriver driver = TopologyTestDriver.builder(builder.createTopology())
                .seed(99)
                .maxSteps(1000)
                .start()) {
            driver.input("source").pipe(new Values(1));

            assertThatThrownBy(driver::runUntilIdle)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not idle after 1000 steps")
                    .hasMessageContaining("mill[1-1]")
                    .hasMessageContaining("seed 99");
            assertThatThrownBy(() -> driver.runUntil(() -> false)).hasMessageContaining("seed 99");
        }
    }

    @Test
    void waitingForWhatCannotComeIsAnError() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(loop(1))) {
            assertThatThrownBy(() -> driver.runUntil(() -> !driver.acked().isEmpty()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is idle")
                    .hasMessageContaining("seed 0");
        }
    }

    @Test
    void aStepIsOneExecutorsWork() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(loop(1))) {
            driver.runUntilIdle();
            driver.input("source").pipe(new Values(1, 0), "a");
            driver.input("source").pipe(new Values(1, 0), "b");
            while (driver.received("again").isEmpty()) {
                assertThat(driver.step()).isTrue();
            }
            assertThat(driver.received("again")).hasSize(1);
            driver.runUntilIdle();
            assertThat(driver.step()).isFalse();
        }
    }

    @Test
    void aSpoutIsAskedForNoMoreThanItMayHavePending() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new ReplayingSpout(10)).setMaxSpoutPending(4);
        builder.setBolt("hold", Code.bolt((input, collector) -> {})).shuffleGrouping("source");
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology())) {
            driver.activateSpouts();
            driver.runUntilIdle();
            assertThat(driver.pending("source")).containsExactly(0, 1, 2, 3);

            Tuple first = driver.received("hold").get(0);
            driver.bolt("hold", CodeBolt.class, 0).collector().threadSafe().ack(first);
            driver.runUntilIdle();
            assertThat(driver.pending()).containsExactly(1, 2, 3, 4);

            driver.clear();
            assertThat(driver.acked()).isEmpty();
            assertThat(driver.received("hold")).isEmpty();
            assertThat(driver.pending()).hasSize(4);
        }
    }

    @Test
    void aCollectorIsForItsOwnExecutorOnly() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("bolt", Code.bolt((input, collector) -> {}, "value")).shuffleGrouping("source");
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology())) {
            CodeBolt bolt = driver.bolt("bolt", CodeBolt.class, 0);
            assertThatThrownBy(() -> bolt.collector().emit(new Values(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'bolt'")
                    .hasMessageContaining("threadSafe()");

            driver.input("source").pipe(new Values(1), "a");
            driver.runUntilIdle();
            Tuple input = driver.received("bolt").get(0);
            CompletableFuture.runAsync(() -> {
                        bolt.collector().threadSafe().emit(input, new Values(2));
                        bolt.collector().threadSafe().ack(input);
                    })
                    .join();
            assertThat(driver.emitted("bolt")).isEmpty();
            driver.runUntilIdle();
            assertThat(driver.emitted("bolt")).singleElement().matches(Emitted::anchored);
            assertThat(driver.acked()).containsExactly("a");
        }
    }

    @Test
    void nothingRunsAfterTheClose() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("sink", Code.sink()).shuffleGrouping("source");
        TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology());
        TestInput input = driver.input("source");
        input.pipe(List.of(1));
        driver.runUntilIdle();
        driver.close();

        for (Runnable call : List.<Runnable>of(
                () -> input.pipe(List.of(2)),
                driver::step,
                driver::runUntilIdle,
                driver::activateSpouts,
                () -> driver.advanceTime(Duration.ofSeconds(1)))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(driver.received("sink")).hasSize(1);
    }
}
