package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedingTest {
    /** source, twice, to pass, once, to end, four times by field. */
    private static Topology chain() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                Code.spout((calls, collector) -> collector.emit(new Values("own" + calls), "own" + calls), "key"),
                2);
        builder.setBolt(
                        "pass",
                        Code.bolt(
                                (input, collector) -> {
                                    collector.emit(input, new Values(input.getString(0)));
                                    collector.ack(input);
                                },
                                "key"))
                .shuffleGrouping("source");
        builder.setBolt("end", Code.sink(), 4).fieldsGrouping("pass", new Fields("key"));
        return builder.createTopology();
    }

    @Test
    void aFedTupleSaysThatItComesFromTheTaskInWhosePlaceItWasFed() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            driver.input("source").pipe(new Values("a"));
            driver.input("source").fromTask(1).pipe(new Values("b"));
            driver.runUntilIdle();

            assertThat(driver.received("pass"))
                    .extracting(Tuple::getSourceComponent, Tuple::getSourceTask, Tuple::getValues)
                    .containsExactlyInAnyOrder(
                            org.assertj.core.groups.Tuple.tuple(
                                    "source", driver.tasks("source").get(0), List.of("a")),
                            org.assertj.core.groups.Tuple.tuple(
                                    "source", driver.tasks("source").get(1), List.of("b")));
        }
    }

    @Test
    void feedingInThePlaceOfABoltReachesItsSubscribersOnly() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            List<Integer> targets = driver.input("pass").pipe(new Values("a"), 1);
            driver.runUntilIdle();

            assertThat(driver.received("pass")).isEmpty();
            assertThat(driver.received("end")).hasSize(1);
            assertThat(driver.tasks("end")).containsAll(targets);
            assertThat(driver.acked()).containsExactly(1);
        }
    }

    @Test
    void fedTuplesTakeTheWayOfEmittedOnes() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            for (String key : List.of("a", "b", "c", "d", "e")) {
                List<Integer> fed = driver.input("pass").pipe(new Values(key));
                driver.input("source").pipe(new Values(key));
                driver.runUntilIdle();

                assertThat(driver.emitted("pass"))
                        .last()
                        .satisfies(emit -> assertThat(emit.targets()).isEqualTo(fed));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void treesAreFollowedWhoeverKeepsThem(int ackers) {
        Config config = new Config();
        config.setNumAckers(ackers);
        try (TopologyTestDriver driver =
                TopologyTestDriver.builder(chain()).config(config).start()) {
            driver.input("source").pipe(new Values("a"), "tracked");
            driver.input("source").pipe(new Values("b"));
            assertThat(driver.pending()).containsExactly("tracked");

            driver.runUntilIdle();
            assertThat(driver.pending()).isEmpty();
            assertThat(driver.acked()).containsExactly("tracked");
            assertThat(driver.received("end")).hasSize(2);
        }
    }

    @Test
    void spoutsRestWhileATestFeeds() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            driver.input("source").pipe(new Values("a"), "fed");
            driver.runUntilIdle();

            assertThat(driver.emitted("source")).isEmpty();
            assertThatThrownBy(() -> driver.spout("source", Code.CodeSpout.class, 0))
                    .hasMessageContaining("was not opened");
        }
    }

    @Test
    void spoutsAndFeedsRunSideBySide() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            driver.activateSpouts();
            driver.input("source").pipe(new Values("a"), "fed");
            driver.runUntil(() -> driver.acked().size() > 100);
            driver.deactivateSpouts();
            driver.runUntilIdle();

            assertThat(driver.acked())
                    .contains("fed", "own0", "own1")
                    .hasSize(driver.received("end").size());
            assertThat(driver.emitted("source")).hasSize(driver.acked().size() - 1);
            assertThat(driver.pending("source")).isEmpty();
        }
    }

    @Test
    void componentsAreNotFoundWhereTheyAreNot() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            assertThatThrownBy(() -> driver.input("sorce"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("There is no component 'sorce'; there are [end, pass, source]");
            assertThatThrownBy(() -> driver.input("pass", "late"))
                    .hasMessage("Component 'pass' has no stream 'late'; it has [default, direct]");
            assertThatThrownBy(() -> driver.input("pass").fromTask(1)).hasMessageContaining("there are 1 tasks");
            assertThatThrownBy(() -> driver.emitted("ned")).hasMessageContaining("'ned'");
        }
    }

    @Test
    void aWrongFeedIsAnErrorOfTheLineThatFeeds() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(chain())) {
            assertThatThrownBy(() -> driver.input("source").pipe(new Values("a", "b"), 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("Stream 'default' of component 'source' has 1 fields [key], but the emit has 2 values");
            assertThatThrownBy(() -> driver.input("pass").pipe(new Values(new Object()), 1))
                    .hasMessageContaining("java.lang.Object");
            assertThatThrownBy(() -> driver.input("pass").pipeDirect(1, new Values("a")))
                    .hasMessageContaining("is not direct");
            assertThat(driver.pending()).isEmpty();
        }
    }

    @Test
    void directStreamsAreFedByTheReceivingTask() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("key"));
        builder.setBolt(
                        "route",
                        Code.bolt(
                                (input, collector) -> {
                                    collector.emitDirect(input.getInteger(0), "direct", input, new Values(0));
                                    collector.ack(input);
                                },
                                "key"))
                .shuffleGrouping("source");
        builder.setBolt("end", Code.sink(), 3).directGrouping("route", "direct");
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology())) {
            int second = driver.tasks("end").get(1);
            driver.input("route", "direct").pipeDirect(second, new Values(0), "fed");
            driver.input("source").pipe(new Values(second), "routed");
            driver.runUntilIdle();

            assertThat(driver.received("end", 1)).hasSize(2);
            assertThat(driver.received("end")).hasSize(2);
            assertThat(driver.acked()).containsExactlyInAnyOrder("fed", "routed");
            assertThat(driver.emitted("route", "direct"))
                    .containsExactly(new Emitted(
                            "route", driver.tasks("route").get(0), "direct", List.of(0), true, null, List.of(second)));
        }
    }

    @Test
    void taskIdsAreThoseOfACluster() {
        try (TopologyTestDriver driver = TopologyTestDriver.builder(chain())
                .config(Map.of(Config.TOPOLOGY_WORKERS, 3))
                .start()) {
            assertThat(driver.tasks("end")).containsExactly(1, 2, 3, 4);
            assertThat(driver.tasks("pass")).containsExactly(5);
            assertThat(driver.tasks("source")).containsExactly(6, 7);
            driver.activateSpouts();
            assertThat(driver.spout("source", Code.CodeSpout.class, 1).context)
                    .satisfies(context -> assertThat(context.getThisTaskId()).isEqualTo(7))
                    .satisfies(
                            context -> assertThat(context.getThisWorkerTasks()).containsExactly(1, 2, 3, 4, 5, 6, 7));
        }
    }
}
