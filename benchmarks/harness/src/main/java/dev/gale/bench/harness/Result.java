package dev.gale.bench.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All windows of one workload on one engine in one variant; at least one. */
record Result(Scenario scenario, String engine, Variant variant, List<Window> windows) {
    Result {
        windows = List.copyOf(windows);
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("no window of " + scenario.label() + " on " + engine);
        }
    }

    Optional<Spread> spread(Figure figure) {
        return Spread.of(windows.stream().map(figure::of).toList());
    }

    @Nullable
    Double median(Figure figure) {
        return spread(figure).map(Spread::median).orElse(null);
    }

    /** The shape of one entry of {@code results}: median, min and max are of the throughput, also in W5. */
    Map<String, @Nullable Object> fields() {
        Spread throughput = spread(Figure.THROUGHPUT).orElseThrow();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("workload", scenario.label());
        fields.put("engine", engine);
        fields.put("variant", variant.label());
        fields.put("unit", scenario.unit());
        fields.put("median", throughput.median());
        fields.put("min", throughput.min());
        fields.put("max", throughput.max());
        fields.put("windows", windows.size());
        fields.put("p50", median(Figure.P50));
        fields.put("p99", median(Figure.P99));
        fields.put("p999", median(Figure.P999));
        fields.put("cpu", median(Figure.CPU));
        fields.put("bytesPerTuple", median(Figure.BYTES_PER_TUPLE));
        return fields;
    }
}
