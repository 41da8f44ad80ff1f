package dev.gale.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one measuring window of one process showed. Latencies are microseconds and absent where none was recorded; cpu
 * is seconds of processor time a second.
 */
record Window(
        double throughput,
        @Nullable Double p50,
        @Nullable Double p99,
        @Nullable Double p999,
        double cpu,
        @Nullable Double bytesPerTuple) {
    /** Starts each line on standard output that holds a window. */
    static final String LINE_PREFIX = "@window ";

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    static Window between(Meters.Reading from, Meters.Reading to, Histogram latencies) {
        double nanos = to.nanos() - from.nanos();
        long tuples = to.tuples() - from.tuples();
        boolean timed = latencies.getTotalCount() > 0;
        return new Window(
                tuples * NANOS_PER_SECOND / nanos,
                timed ? micros(latencies, 50) : null,
                timed ? micros(latencies, 99) : null,
                timed ? micros(latencies, 99.9) : null,
                (to.cpuNanos() - from.cpuNanos()) / nanos,
                tuples > 0 && !to.allocatedByThread().isEmpty() ? (double) to.bytesSince(from) / tuples : null);
    }

    private static double micros(Histogram latencies, double percentile) {
        return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }

    String line(Scenario scenario, Variant variant) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("workload", scenario.label());
        fields.put("variant", variant.label());
        fields.put("throughput", throughput);
        fields.put("p50", p50);
        fields.put("p99", p99);
        fields.put("p999", p999);
        fields.put("cpu", cpu);
        fields.put("bytesPerTuple", bytesPerTuple);
        return LINE_PREFIX + Json.object(fields);
    }

    /** Reads what {@link #line} wrote. */
    static Window parse(String line) {
        if (!line.startsWith(LINE_PREFIX)) {
            throw new IllegalArgumentException("not a window: " + line);
        }
        Map<String, Double> numbers = Json.numbers(line.substring(LINE_PREFIX.length()));
        Double throughput = numbers.get("throughput");
        Double cpu = numbers.get("cpu");
        if (throughput == null || cpu == null) {
            throw new IllegalArgumentException("a window without throughput or cpu: " + line);
        }
        return new Window(
                throughput,
                numbers.get("p50"),
                numbers.get("p99"),
                numbers.get("p999"),
                cpu,
                numbers.get("bytesPerTuple"));
    }
}
