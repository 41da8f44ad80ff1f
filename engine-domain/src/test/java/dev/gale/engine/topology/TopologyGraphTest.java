package dev.gale.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.BoltDeclarer;
import dev.gale.api.ComponentSpec;
import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.TopologyBuilder;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TopologyGraphTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void componentsAndSubscribersComeInTheOrderOfIds() {
        builder.setBolt("z", Parts.bolt("n")).shuffleGrouping("words");
        builder.setSpout("words", Parts.spout("word"));
        builder.setBolt("a", Parts.bolt("n"))
                .fieldsGrouping("words", new Fields("word"))
                .directGrouping("z", "direct");
        TopologyGraph graph = TopologyGraph.of(builder.createTopology());

        assertThat(graph.components()).extracting(ComponentSpec::id).containsExactly("a", "words", "z");
        assertThat(graph.streams("a")).containsOnlyKeys("default", "direct");
        assertThat(graph.subscribers(new StreamId("words", "default")))
                .containsExactly(
                        new Subscriber("a", new GroupingSpec.ByFields(new Fields("word"))),
                        new Subscriber("z", new GroupingSpec.Shuffle()));
        assertThat(graph.subscribers(new StreamId("z", "direct"))).hasSize(1);
        assertThat(graph.subscribers(new StreamId("a", "default"))).isEmpty();
    }

    @Test
    void whatDoesNotExistIsRefused() {
        builder.setSpout("words", Parts.spout("word"));
        TopologyGraph graph = TopologyGraph.of(builder.createTopology());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> graph.component("x"))
                .withMessageContaining("'x'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> graph.subscribers(new StreamId("words", "x")))
                .withMessageContaining("words/x");
    }

    @Test
    void onlyComponentsOnACommonCycleAreInTheSameCycle() {
        builder.setSpout("words", Parts.spout("word"));
        builder.setBolt("a", Parts.bolt("n")).shuffleGrouping("words").shuffleGrouping("b");
        builder.setBolt("b", Parts.bolt("n")).shuffleGrouping("a");
        builder.setBolt("self", Parts.bolt("n")).shuffleGrouping("b").shuffleGrouping("self");
        builder.setBolt("end", Parts.bolt("n")).shuffleGrouping("self");
        TopologyGraph graph = TopologyGraph.of(builder.createTopology());

        assertThat(graph.sameCycle("a", "b")).isTrue();
        assertThat(graph.sameCycle("b", "a")).isTrue();
        assertThat(graph.sameCycle("a", "a")).isTrue();
        assertThat(graph.sameCycle("self", "self")).isTrue();
        assertThat(graph.sameCycle("words", "a")).isFalse();
        assertThat(graph.sameCycle("b", "self")).isFalse();
        assertThat(graph.sameCycle("end", "end")).isFalse();
        assertThat(graph.sameCycle("words", "words")).isFalse();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sameCycleMeansThatEachReachesTheOther(long seed) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(12);
        boolean[][] reaches = new boolean[size][size];
        builder.setSpout("words", Parts.spout("word"));
        for (int to = 0; to < size; to++) {
            BoltDeclarer bolt = builder.setBolt("b" + to, Parts.bolt("n")).shuffleGrouping("words");
            for (int from = 0; from < size; from++) {
                if (random.nextInt(size) == 0) {
                    bolt.shuffleGrouping("b" + from);
                    reaches[from][to] = true;
                }
            }
        }
        close(reaches);
        TopologyGraph graph = TopologyGraph.of(builder.createTopology());

        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                assertThat(graph.sameCycle("b" + from, "b" + to))
                        .as("b%d and b%d", from, to)
                        .isEqualTo(reaches[from][to] && reaches[to][from]);
            }
        }
    }

    @Test
    void aLongChainIsNoDepthProblem() {
        builder.setSpout("b0", Parts.spout("word"));
        for (int i = 1; i < 20_000; i++) {
            builder.setBolt("b" + i, Parts.bolt("n")).shuffleGrouping("b" + (i - 1));
        }
        TopologyGraph graph = TopologyGraph.of(builder.createTopology());

        assertThat(graph.sameCycle("b1", "b19999")).isFalse();
    }

    /** Warshall's transitive closure. */
    private static void close(boolean[][] reaches) {
        for (int via = 0; via < reaches.length; via++) {
            for (boolean[] from : reaches) {
                for (int to = 0; to < reaches.length; to++) {
                    from[to] |= from[via] && reaches[via][to];
                }
            }
        }
    }
}
