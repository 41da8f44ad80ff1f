package dev.gale.examples.routing;

import dev.gale.api.Config;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologySubmitter;
import java.util.List;

/** Readings go to the store that keeps their region; what is no reading goes elsewhere. */
public final class RoutingTopology {
    static final List<String> READINGS = List.of(
            "Aarhus = 7.5",
            "Lima = 19",
            "Zagreb = 3.25",
            "Oslo",
            "Aarhus = 8.5",
            "Lima = warm",
            "4711 = 12",
            "Zagreb = -300",
            "Nairobi = 24.5",
            "Zagreb = 2.75");

    private RoutingTopology() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("readings", new ReadingSpout(READINGS));
        builder.setBolt("parse", new ParseBolt("store"), 2).shuffleGrouping("readings");
        builder.setBolt("store", new StoreBolt(), 3).directGrouping("parse", ParseBolt.VALID);
        builder.setBolt("reject", new RejectBolt()).globalGrouping("parse", ParseBolt.INVALID);
        return builder.createTopology();
    }

    /** For {@code gale jar} and {@code gale local}; workers print what becomes of a few readings. Takes a name for it, or none. */
    public static void main(String[] arguments) {
        TopologySubmitter.submit(arguments.length == 0 ? "routing" : arguments[0], new Config(), topology());
    }
}
