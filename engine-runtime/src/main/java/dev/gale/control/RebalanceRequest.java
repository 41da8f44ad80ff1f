package dev.gale.control;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How a topology is to be laid out anew.
 *
 * @param waitMillis the longest to wait until nothing is pending; empty: its message timeout
 * @param workers wanted; empty: as many as now
 * @param executors wanted, by component; others keep theirs. More than a component has tasks gives it more tasks
 */
public record RebalanceRequest(OptionalLong waitMillis, OptionalInt workers, Map<String, Integer> executors) {
    public RebalanceRequest {
        executors = Collections.unmodifiableMap(new TreeMap<>(executors));
    }
}
