package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.api.Bolt;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.Spout;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.spi.plugin.EngineException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a local cluster does not take is named, whatever it is; nothing is started then. */
@Timeout(60)
@SuppressWarnings("NullAway")
class RefusalsIT {
    private final LocalCluster cluster = new LocalCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private static TopologyBuilder builder() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", WorkSpout.doing((out, context) -> {}, "id"));
        return builder;
    }

    private static Topology topology() {
        TopologyBuilder builder = builder();
        builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("spout");
        return builder.createTopology();
    }

    @Test
    void whatIsNullIsNamedWhereItIsGiven() {
        TopologyBuilder builder = builder();

        assertThatThrownBy(() -> builder.setSpout(null, WorkSpout.doing((out, context) -> {})))
                .hasMessage("id of a component is null");
        assertThatThrownBy(() -> builder.setSpout("other", (Spout) null)).hasMessage("component 'other' is null");
        assertThatThrownBy(() -> builder.setBolt("bolt", (Bolt) null)).hasMessage("component 'bolt' is null");
        assertThatThrownBy(() -> builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping(null))
                .hasMessage("a component that 'bolt' subscribes to is null");
        assertThatThrownBy(() -> builder.setBolt("bolt", WorkBolt.acking()).shuffleGrouping("spout", null))
                .hasMessageContaining("'spout'")
                .hasMessageContaining("'bolt'");
        assertThatThrownBy(() -> builder.setBolt("bolt", WorkBolt.acking()).fieldsGrouping("spout", null))
                .hasMessage("fields of a fields grouping is null");
        assertThatThrownBy(() -> new GroupingSpec.PartialKey(null)).hasMessageContaining("fields");
        assertThatThrownBy(() -> new Fields("first", null)).hasMessageContaining("Field 1 of [first, null] is null");
        assertThatThrownBy(() -> new Fields((String) null)).hasMessageContaining("Field 0");
        assertThatThrownBy(() -> new Fields((List<String>) null)).hasMessageContaining("names of fields");
        assertThatThrownBy(() -> cluster.submit(null, Map.of(), topology())).hasMessage("name is null");
        assertThatThrownBy(() -> cluster.submit("it", null, topology())).hasMessage("conf is null");
        assertThatThrownBy(() -> cluster.submit("it", Map.of(), null)).hasMessage("topology is null");
        assertThatThrownBy(() -> new LocalCluster(null)).hasMessage("config is null");
    }

    @Test
    void aKeyThatAClusterDoesNotKnowIsRefused() {
        assertThatThrownBy(() -> new LocalCluster(Map.of("transprt", "netty")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("'transprt'")
                .hasMessageContaining("did you mean 'transport'?");
        assertThatThrownBy(() -> new LocalCluster(Map.of("memory", 5)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("'memory'")
                .hasMessageContaining("is 5; give a map");
    }

    @Test
    void aConfigThatContainsItselfIsRefused() {
        Map<String, Object> map = new HashMap<>();
        map.put("inner", map);
        Config conf = new Config();
        conf.put("my.map", map);

        assertThatThrownBy(() -> cluster.submit("it", conf, topology()))
                .isInstanceOf(SubmitException.class)
                .hasMessageContaining("config 'my.map'")
                .hasMessageContaining("contains itself");
    }

    @Test
    void whatAComponentIsConfiguredWithIsCheckedLikeTheRest() {
        TopologyBuilder builder = builder();
        List<Object> list = new ArrayList<>();
        list.add(list);
        builder.setBolt("bolt", WorkBolt.acking())
                .shuffleGrouping("spout")
                .addConfiguration("my.object", new Object())
                .addConfiguration("my.list", list);

        assertThatThrownBy(() -> cluster.submit("it", Map.of(), builder.createTopology()))
                .isInstanceOf(SubmitException.class)
                .hasMessageContaining("component 'bolt', config 'my.object': has a java.lang.Object")
                .hasMessageContaining("component 'bolt', config 'my.list'");
    }

    /** A chain that the serialization follows link by link. */
    private static final class Link implements Serializable {
        private final Link next;

        Link(Link next) {
            this.next = next;
        }

        int length() {
            return next == null ? 1 : 1 + next.length();
        }
    }

    @Test
    void aComponentThatHoldsAChainThatIsTooLongIsRefused() {
        Link chain = null;
        for (int i = 0; i < 200_000; i++) {
            chain = new Link(chain);
        }
        Link all = chain;
        TopologyBuilder builder = builder();
        builder.setBolt("bolt", WorkBolt.doing((input, out, context) -> all.length()))
                .shuffleGrouping("spout");

        assertThatThrownBy(() -> cluster.submit("it", Map.of(), builder.createTopology()))
                .isInstanceOf(SubmitException.class)
                .hasMessageContaining("component 'bolt'")
                .hasMessageContaining("too long");
    }

    @Test
    void oneFaultIsReportedOnce() {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_KRYO_REGISTER, List.of(5));

        assertThatThrownBy(() -> cluster.submit("it", conf, topology()))
                .isInstanceOfSatisfying(
                        SubmitException.class, e -> assertThat(e.problems()).hasSize(1));
    }
}
