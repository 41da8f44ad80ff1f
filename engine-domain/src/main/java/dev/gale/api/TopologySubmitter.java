package dev.gale.api;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * What a main class hands its topology to. Where it goes depends on who runs the main class: {@code gale jar} sends it to a cluster,
 * {@code gale local} runs it in this process.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *     TopologySubmitter.submit("word-count", conf, builder.createTopology());
 * }
 * }</pre>
 */
public final class TopologySubmitter {
    private TopologySubmitter() {}

    /**
     * Returns when the topology was accepted, or throws what says why not; a main class can leave that to whoever runs it.
     *
     * @param conf the topology's own; texts, numbers, booleans, lists and maps
     * @throws IllegalStateException if nobody here takes topologies
     */
    public static void submit(String name, Map<String, ?> conf, Topology topology) {
        for (TopologySubmitterProvider provider : ServiceLoader.load(TopologySubmitterProvider.class)) {
            if (provider.isAvailable()) {
                provider.submit(name, new TreeMap<>(conf), topology);
                return;
            }
        }
        throw new IllegalStateException("Nobody takes topology '" + name
                + "' here; run this main class with 'gale jar' for a cluster, or with 'gale local' in one process");
    }
}
