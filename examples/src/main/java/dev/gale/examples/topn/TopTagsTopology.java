package dev.gale.examples.topn;

import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.local.LocalCluster;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The most frequent tags of the last seconds. */
public final class TopTagsTopology {
    private static final int SLOTS = 5;
    private static final double SLOT_SECONDS = 1;
    private static final int LENGTH = 5;
    private static final Duration RUN = Duration.ofSeconds(15);

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

    /** Prints a list a second, for a while. */
    public static void main(String[] arguments) throws InterruptedException {
        try (LocalCluster cluster = new LocalCluster()) {
            cluster.submit("top-tags", new Config(), topology(new TagSpout(1), SLOT_SECONDS));
            TimeUnit.SECONDS.sleep(RUN.toSeconds());
        }
    }
}
