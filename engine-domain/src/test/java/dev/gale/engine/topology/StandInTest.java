package dev.gale.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Bolt;
import dev.gale.api.Component;
import dev.gale.api.ComponentSpec;
import dev.gale.api.Config;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.engine.task.TaskLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandInTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aComponentIsASpoutABoltOrABasicBolt() {
        assertThat(ComponentKind.of(Parts.spout("word"))).contains(ComponentKind.SPOUT);
        assertThat(ComponentKind.of(Parts.bolt("word"))).contains(ComponentKind.BOLT);
        assertThat(ComponentKind.of(new Upper())).contains(ComponentKind.BASIC_BOLT);
        assertThat(ComponentKind.of(declarer -> {})).isEmpty();
    }

    @Test
    void aStandInIsOfTheKindThatItStandsFor() {
        assertThat(StandIn.component(ComponentKind.SPOUT, "x.A"))
                .isInstanceOf(Spout.class)
                .isNotInstanceOf(Bolt.class);
        assertThat(StandIn.component(ComponentKind.BOLT, "x.A"))
                .isInstanceOf(Bolt.class)
                .isNotInstanceOf(BasicBolt.class);
        assertThat(StandIn.component(ComponentKind.BASIC_BOLT, "x.A"))
                .isInstanceOf(BasicBolt.class)
                .isNotInstanceOf(Bolt.class);
        for (ComponentKind kind : ComponentKind.values()) {
            assertThat(ComponentKind.of(StandIn.component(kind, "x.A"))).contains(kind);
        }
    }

    @Test
    void aTopologyOfStandInsIsCheckedAndLaidOutLikeTheOneItStandsFor() {
        builder.setSpout("words", Parts.spout("word"), 3);
        builder.setBolt("upper", new Upper(), 2).setNumTasks(5).customGrouping("words", new FirstTask());
        builder.setBolt("count", Parts.bolt("n"), 4).fieldsGrouping("upper", new Fields("word"));
        Topology topology = builder.createTopology();
        TopologySettings settings = TopologySettings.of(Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 2));

        assertThat(TopologyValidator.validate(standsFor(topology), settings)).isEmpty();
        assertThat(TaskLayout.of(standsFor(topology), settings)).isEqualTo(TaskLayout.of(topology, settings));
        assertThat(TopologyGraph.of(standsFor(topology)).sameCycle("words", "count"))
                .isFalse();
    }

    @Test
    void problemsNameTheClassThatItStandsFor() {
        builder.setSpout("words", Parts.spout("word"));
        builder.setBolt("words", new Upper()).shuffleGrouping("words");
        builder.setBolt("count", Parts.bolt("n")).fieldsGrouping("words", new Fields("wodr"));
        Topology topology = builder.createTopology();

        assertThat(TopologyValidator.validate(standsFor(topology), Map.of()))
                .isEqualTo(TopologyValidator.validate(topology, Map.of()))
                .isNotEmpty();
    }

    @Test
    void aStandInCannotBeCalledAndNamesItsClass() {
        Spout spout = (Spout) StandIn.component(ComponentKind.SPOUT, "x.Words");
        CustomStreamGrouping grouping = StandIn.grouping("x.Nearest");

        assertThatIllegalStateException().isThrownBy(spout::nextTuple).withMessageContaining("x.Words");
        assertThatIllegalStateException()
                .isThrownBy(() -> grouping.chooseTasks(1, List.of()))
                .withMessageContaining("x.Nearest");
    }

    private static Topology standsFor(Topology topology) {
        return new Topology(
                topology.components().stream().map(StandInTest::standsFor).toList());
    }

    private static ComponentSpec standsFor(ComponentSpec of) {
        Component component = of.component();
        return new ComponentSpec(
                of.id(),
                StandIn.component(ComponentKind.of(component).orElseThrow(), StandIn.classNameOf(component)),
                of.parallelism(),
                of.tasks(),
                of.outputs(),
                of.inputs().stream().map(StandInTest::standsFor).toList(),
                of.declaredConfig(),
                of.config());
    }

    private static Subscription standsFor(Subscription input) {
        return input.grouping() instanceof GroupingSpec.Custom custom
                ? new Subscription(
                        input.component(),
                        input.stream(),
                        new GroupingSpec.Custom(StandIn.grouping(StandIn.classNameOf(custom.grouping()))))
                : input;
    }

    private static final class Upper extends BaseBasicBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    private static final class FirstTask implements CustomStreamGrouping {
        private static final long serialVersionUID = 1;

        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {}

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return List.of(1);
        }
    }
}
