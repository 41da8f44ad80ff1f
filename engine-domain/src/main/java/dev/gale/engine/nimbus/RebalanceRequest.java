package dev.gale.engine.nimbus;

import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * How a topology is to be laid out anew.
 *
 * @param waitMillis the longest to wait until nothing is pending
 * @param workers empty: as many as now
 * @param executors wanted, by component; others keep theirs
 */
public record RebalanceRequest(long waitMillis, OptionalInt workers, Map<String, Integer> executors) {
    public RebalanceRequest {
        executors = Map.copyOf(new TreeMap<>(executors));
    }
}
