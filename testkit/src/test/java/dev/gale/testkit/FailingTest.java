package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Bolt;
import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import dev.gale.local.SubmitException;
import dev.gale.testkit.Code.CodeBolt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailingTest {
    private static Topology of(Bolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("bolt", bolt).shuffleGrouping("source");
        return builder.createTopology();
    }

    /** Throws at "bad", acks others. */
    private static CodeBolt picky() {
        return Code.bolt((input, collector) -> {
            if (input.getValue(0).equals("bad")) {
                throw new UnsupportedOperationException("I do not like " + input.getValue(0));
            }
            collector.ack(input);
        });
    }

    @Test
    void anExceptionFailsTheTupleInHandAndANewInstanceGoesOn() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(of(picky()))) {
            CodeBolt first = driver.bolt("bolt", CodeBolt.class, 0);
            driver.input("source").pipe(new Values("bad"), "a");
            driver.input("source").pipe(new Values("good"), "b");
            driver.runUntilIdle();

            assertThat(driver.failed()).containsExactly("a");
            assertThat(driver.acked()).containsExactly("b");
            assertThat(first.cleaned).isTrue();
            assertThat(driver.bolt("bolt", CodeBolt.class, 0).executed).isEqualTo(1);
            assertThat(driver.errors()).singleElement().satisfies(error -> {
                assertThat(error.component()).isEqualTo("bolt");
                assertThat(error.task()).isEqualTo(driver.tasks("bolt").get(0));
                assertThat(error.error())
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessage("I do not like bad");
            });
        }
    }

    @Test
    void errorsThatNobodyReadFailTheTestAtTheEnd() {
        TopologyTestDriver driver =
                TopologyTestDriver.builder(of(picky())).seed(42).start();
        driver.input("source").pipe(new Values("bad"));
        driver.runUntilIdle();

        assertThatThrownBy(driver::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 42")
                .hasMessageContaining("bolt[1]: java.lang.UnsupportedOperationException: I do not like bad")
                .hasCauseInstanceOf(UnsupportedOperationException.class);
        driver.close();
    }

    @Test
    void reportedErrorsAreErrorsToo() {
        CodeBolt bolt = Code.bolt((input, collector) -> {
            collector.reportError(new IllegalStateException("odd"));
            collector.ack(input);
        });
        try (TopologyTestDriver driver = TopologyTestDriver.of(of(bolt))) {
            driver.input("source").pipe(new Values(1), "a");
            driver.runUntilIdle();

            assertThat(driver.acked()).containsExactly("a");
            assertThat(driver.errors())
                    .extracting(ComponentError::toString)
                    .containsExactly("bolt[1]: java.lang.IllegalStateException: odd");
        }
    }

    @Test
    void whatFailsAgainAndAgainWaitsForTheClock() {
        try (TopologyTestDriver driver = TopologyTestDriver.of(of(picky()))) {
            for (int i = 0; i < 16; i++) {
                driver.input("source").pipe(new Values("bad"), i);
            }
            driver.runUntilIdle();
            assertThat(driver.failed()).containsExactly(0, 1);
            assertThatThrownBy(() -> driver.bolt("bolt", CodeBolt.class, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("it failed and waits for one")
                    .hasMessageContaining("seed 0");

            driver.advanceTime(Duration.ofSeconds(45));
            assertThat(driver.failed()).hasSize(16);
            assertThat(driver.errors())
                    .last()
                    .satisfies(error -> assertThat(error.error())
                            .hasMessage("Component 'bolt' keeps failing; in a cluster its worker is started anew now"));
        }
    }

    @Test
    void misuseIsAnErrorAtTheLineThatDoesIt() {
        CodeBolt twice = Code.bolt((input, collector) -> {
            collector.ack(input);
            collector.ack(input);
        });
        try (TopologyTestDriver driver = TopologyTestDriver.of(of(twice))) {
            driver.input("source").pipe(new Values(1), "a");
            driver.runUntilIdle();

            assertThat(driver.acked()).containsExactly("a");
            assertThat(driver.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error())
                            .hasMessageContaining("Component 'bolt' acked or failed this tuple before"));
        }
    }

    @Test
    void aTopologyIsRefusedAsByACluster() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("bolt", new Unserializable()).shuffleGrouping("sorce");

        assertThatThrownBy(() -> TopologyTestDriver.builder(builder.createTopology())
                        .config(Map.of("topology.worker", 2))
                        .start())
                .isInstanceOf(SubmitException.class)
                .hasMessageContaining("Topology 'test' was refused")
                .hasMessageContaining("topology.workers")
                .hasMessageContaining("'sorce'")
                .hasMessageContaining("component 'bolt'")
                .hasMessageContaining(Connection.class.getName());
    }

    @Test
    void everyTaskHasACopyOfItsOwn() {
        CodeBolt original = Code.sink();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Code.source("value"));
        builder.setBolt("bolt", original, 2).setNumTasks(4).allGrouping("source");
        List<CodeBolt> copies = new ArrayList<>();
        try (TopologyTestDriver driver = TopologyTestDriver.of(builder.createTopology())) {
            for (int i = 0; i < 4; i++) {
                copies.add(driver.bolt("bolt", CodeBolt.class, i));
            }
            assertThat(copies).doesNotHaveDuplicates().doesNotContain(original);
            assertThatThrownBy(() -> driver.bolt("bolt", CodeBolt.class, 4)).hasMessageContaining("has 4 tasks");
            assertThatThrownBy(() -> driver.bolt("bolt", Unserializable.class, 0))
                    .hasMessageContaining("is a " + CodeBolt.class.getName());
            assertThatThrownBy(() -> driver.spout("bolt", Code.CodeSpout.class, 0))
                    .hasMessageContaining("is a bolt");
        }
        assertThat(copies).allMatch(copy -> copy.cleaned);
    }

    @Test
    void aSpoutThatThrowsForgetsWhatItHadPending() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                Code.spout(
                        (calls, collector) -> {
                            if (calls == 1) {
                                throw new IllegalStateException("the source is gone");
                            } else if (calls == 0) {
                                collector.emit(new Values("v"), "id");
                            }
                        },
                        "value"));
        builder.setBolt("bolt", Code.bolt((input, collector) -> {})).shuffleGrouping("source");
        try (TopologyTestDriver driver = TopologyTestDriver.builder(builder.createTopology())
                .config(Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, 5))
                .start()) {
            driver.activateSpouts();
            driver.runUntilIdle();

            assertThat(driver.emitted("source")).hasSize(2);
            assertThat(driver.pending()).isEmpty();
            assertThat(driver.errors()).hasSize(2);
        }
    }

    /** Cannot be serialized. */
    private static final class Connection {}

    private static final class Unserializable implements Bolt {
        private final Connection connection = new Connection();

        @Override
        public void declareOutputFields(dev.gale.api.OutputFieldsDeclarer declarer) {}

        @Override
        public void prepare(
                Map<String, Object> conf,
                dev.gale.api.TopologyContext context,
                dev.gale.api.OutputCollector collector) {}

        @Override
        public void execute(dev.gale.api.Tuple input) {
            throw new IllegalStateException("never called with " + connection);
        }
    }
}
