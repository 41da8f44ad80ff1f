package dev.gale.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What several rounds measured of several subjects that do the same work, such as stores: a table, and a file beside those of
 * campaigns. Of the first figure of a row median, minimum and maximum over the rounds are told, of the others the medians.
 */
public final class RoundFigures {
    private static final String LEAD = "%-16s %-12s %-9s %-9s %12s %12s %12s %3s";
    private static final String CELL = " %12s";

    private record Row(String workload, String subject, String unit) {}

    private final String kind;
    private final Map<Row, List<Map<String, Double>>> rounds = new LinkedHashMap<>();

    /** @param kind of subject, such as {@code store}: its column, and its field in the file */
    public RoundFigures(String kind) {
        this.kind = kind;
    }

    /** @param figures of one round, the one that matters most first; the same ones in each round */
    public void add(String workload, String subject, String unit, Map<String, Double> figures) {
        List<Map<String, Double>> before =
                rounds.computeIfAbsent(new Row(workload, subject, unit), row -> new ArrayList<>());
        Map<String, Double> copy = new LinkedHashMap<>(figures);
        if (!before.isEmpty() && !List.copyOf(before.get(0).keySet()).equals(List.copyOf(copy.keySet()))) {
            throw new IllegalArgumentException(copy.keySet() + " are others than before");
        }
        before.add(copy);
    }

    public void print(PrintStream out) {
        Set<String> others = new LinkedHashSet<>();
        rounds.values().forEach(all -> names(all).stream().skip(1).forEach(others::add));
        StringBuilder head =
                new StringBuilder(row(LEAD, "workload", kind, "unit", "figure", "median", "min", "max", "n"));
        others.forEach(name -> head.append(row(CELL, name)));
        out.println(head.toString().stripTrailing());
        rounds.forEach((row, all) -> {
            String main = names(all).get(0);
            Spread spread = spread(all, main);
            StringBuilder line = new StringBuilder(row(
                    LEAD,
                    row.workload,
                    row.subject,
                    row.unit,
                    main,
                    number(spread.median()),
                    number(spread.min()),
                    number(spread.max()),
                    all.size()));
            for (String name : others) {
                line.append(row(
                        CELL,
                        all.get(0).containsKey(name) ? number(spread(all, name).median()) : "-"));
            }
            out.println(line.toString().stripTrailing());
        });
    }

    /**
     * @param root of the sources
     * @param benchmark names the file
     */
    public Path write(Path root, String benchmark) throws IOException {
        List<Map<String, @Nullable Object>> results = new ArrayList<>();
        rounds.forEach((row, all) -> {
            Spread spread = spread(all, names(all).get(0));
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("workload", row.workload);
            fields.put("engine", Comparison.OURS);
            fields.put("variant", Variant.DEFAULT.label());
            fields.put(kind, row.subject);
            fields.put("unit", row.unit);
            fields.put("median", spread.median());
            fields.put("min", spread.min());
            fields.put("max", spread.max());
            fields.put("windows", all.size());
            for (String name : names(all)) {
                fields.put(name, spread(all, name).median());
            }
            results.add(fields);
        });
        Path file = root.resolve("benchmarks/target/results").resolve(benchmark + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, Json.document(Machine.description(root), "results", results));
        return file;
    }

    private static List<String> names(List<Map<String, Double>> rounds) {
        return List.copyOf(rounds.get(0).keySet());
    }

    private static Spread spread(List<Map<String, Double>> rounds, String name) {
        return Spread.of(rounds.stream().map(round -> round.get(name)).toList()).orElseThrow();
    }

    private static String row(String format, Object... cells) {
        return String.format(Locale.ROOT, format, cells);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 1_000 ? "%,.0f" : "%.2f", value);
    }
}
