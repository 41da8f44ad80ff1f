package dev.gale.local;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a rebalance changes; what is not named stays.
 *
 * @param drain how long pending tuples may take to complete before workers stop; as long as it takes if that is longer than a clock
 *     counts
 * @param workers the new number of workers
 * @param executors the new number of executors by component
 */
public record RebalanceOptions(Duration drain, OptionalInt workers, Map<String, Integer> executors) {
    public RebalanceOptions {
        Objects.requireNonNull(drain, "drain is null");
        Objects.requireNonNull(workers, "workers is null");
        executors.forEach((component, number) -> {
            Objects.requireNonNull(component, "component is null");
            Objects.requireNonNull(number, () -> "number of executors of '" + component + "' is null");
        });
        executors = Collections.unmodifiableMap(new TreeMap<>(executors));
    }

    /** Deals the executors out anew, after waiting at most this long. */
    public static RebalanceOptions draining(Duration drain) {
        return new RebalanceOptions(drain, OptionalInt.empty(), Map.of());
    }

    public RebalanceOptions withWorkers(int number) {
        return new RebalanceOptions(drain, OptionalInt.of(number), executors);
    }

    public RebalanceOptions withExecutors(String component, int number) {
        Objects.requireNonNull(component, "component is null");
        Map<String, Integer> more = new TreeMap<>(executors);
        more.put(component, number);
        return new RebalanceOptions(drain, workers, more);
    }
}
