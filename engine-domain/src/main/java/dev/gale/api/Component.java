package dev.gale.api;

import java.io.Serializable;
import java.util.Map;

/**
 * A part of a topology: a {@link Spout}, a {@link Bolt} or a {@link BasicBolt}. The object given to the builder is serialized at
 * submit; every task works on a copy of its own, so fields that cannot be serialized belong into {@code open} or {@code prepare}.
 */
public interface Component extends Serializable {
    /** Declares the streams that this component emits to. Called once, when the topology is built. */
    void declareOutputFields(OutputFieldsDeclarer declarer);

    /**
     * Configuration that this component asks for; it overrides the topology's and is overridden by what the builder sets. Only keys
     * that make sense for one component are taken, such as {@link Config#TOPOLOGY_TICK_TUPLE_FREQ_SECS}.
     */
    default Map<String, Object> getComponentConfiguration() {
        return Map.of();
    }
}
