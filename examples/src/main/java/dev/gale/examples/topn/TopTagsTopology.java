package dev.gale.examples.topn;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologySubmitter;

/** The most frequent tags of the last seconds. */
public final class TopTagsTopology {
    private static final int SLOTS = 5;
    private static final double SLOT_SECONDS = 1;
    private static final int LENGTH = 5;

    private TopTagsTopology() {}

    /** @param slotSeconds how often the window moves and a list is printed */
    static Topology topology(TagSpout tags, double slotSeconds) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("tags", tags);
        builder.setBolt("counts", new RollingCountBolt(SLOTS, slotSeconds, LENGTH), 2)
                .fieldsGrouping("tags", new Fields("tag"));
        builder.setBolt("top", new TopBolt(slotSeconds, LENGTH)).globalGrouping("counts");
        builder.setBolt("print", new PrintBolt()).globalGrouping("top");
        return builder.createTopology();
    }

    /** For {@code gale jar} and {@code gale local}; a worker prints a list a second. Takes a name for the topology, or none. */
    public static void main(String[] arguments) {
        String name = arguments.length == 0 ? "top-tags" : arguments[0];
        TopologySubmitter.submit(name, new Config(), topology(new TagSpout(1), SLOT_SECONDS));
    }
}
