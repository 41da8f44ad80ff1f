package dev.gale.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long it took to several points of the same way, walked several times: a table, and a file beside those of campaigns. */
public final class Milestones {
    private final List<Map<String, Double>> runs = new ArrayList<>();

    /** @param millis from the start, by milestone; the same ones in each run */
    public void add(Map<String, Double> millis) {
        if (!runs.isEmpty() && !runs.get(0).keySet().equals(millis.keySet())) {
            throw new IllegalArgumentException(millis.keySet() + " are others than before");
        }
        runs.add(new LinkedHashMap<>(millis));
    }

    /** @throws IllegalStateException if nothing was added */
    public double median(String milestone) {
        return Spread.of(runs.stream().map(run -> run.get(milestone)).toList())
                .orElseThrow(() -> new IllegalStateException("nothing reached " + milestone))
                .median();
    }

    /** Every run and the medians, in milliseconds. */
    public void print(PrintStream out) {
        for (String milestone : runs.get(0).keySet()) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-24s", milestone));
            runs.forEach(run -> row.append(String.format(Locale.ROOT, "%8.0f", run.get(milestone))));
            out.println(row.append(String.format(Locale.ROOT, "   median %6.0f ms", median(milestone))));
        }
    }

    /** @param root of the sources */
    public Path write(Path root, String benchmark) throws IOException {
        List<Map<String, @Nullable Object>> results = new ArrayList<>();
        for (String milestone : runs.get(0).keySet()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("workload", benchmark);
            fields.put("engine", Comparison.OURS);
            fields.put("variant", Variant.DEFAULT.label());
            fields.put("unit", "ms to " + milestone);
            Spread spread = Spread.of(
                            runs.stream().map(run -> run.get(milestone)).toList())
                    .orElseThrow();
            fields.put("median", spread.median());
            fields.put("min", spread.min());
            fields.put("max", spread.max());
            fields.put("windows", runs.size());
            results.add(fields);
        }
        Path file = root.resolve("benchmarks/target/results").resolve(benchmark + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, Json.document(Machine.description(root), "results", results));
        return file;
    }
}
