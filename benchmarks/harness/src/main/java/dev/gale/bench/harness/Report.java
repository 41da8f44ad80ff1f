package dev.gale.bench.harness;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The results as a person reads them. */
final class Report {
    private static final String ROW = "%-18s %-6s %-8s %-9s %12s %12s %12s %3s %8s %8s %8s %6s %9s%n";
    private static final String RATIO_ROW = "%-18s %-12s %12s   %-14s %12s %8s   %-8s %s%n";
    private static final String ABSENT = "-";

    private final StringBuilder text = new StringBuilder();

    private Report() {}

    static String of(List<Result> results) {
        Report report = new Report();
        report.table(results);
        report.ratios(results);
        report.bytes(results);
        return report.text.toString();
    }

    private void table(List<Result> results) {
        row(
                ROW,
                "workload",
                "engine",
                "variant",
                "unit",
                "median",
                "min",
                "max",
                "n",
                "p50 us",
                "p99 us",
                "p99.9 us",
                "cpu",
                "bytes/tup");
        for (Result result : results) {
            Spread throughput = result.spread(Figure.THROUGHPUT).orElseThrow();
            row(
                    ROW,
                    result.scenario().label(),
                    result.engine(),
                    result.variant().label(),
                    result.scenario().unit(),
                    whole(throughput.median()),
                    whole(throughput.min()),
                    whole(throughput.max()),
                    result.windows().size(),
                    whole(result.median(Figure.P50)),
                    whole(result.median(Figure.P99)),
                    whole(result.median(Figure.P999)),
                    number("%.2f", result.median(Figure.CPU)),
                    number("%.1f", result.median(Figure.BYTES_PER_TUPLE)));
        }
    }

    private void ratios(List<Result> results) {
        List<Comparison> comparisons = Comparison.of(results);
        text.append(System.lineSeparator());
        if (comparisons.isEmpty()) {
            text.append("no ratios: Gale and a peer have no workload in common in this run")
                    .append(System.lineSeparator());
            return;
        }
        row(RATIO_ROW, "workload", "figure", "gale default", "peer", "of the peer", "ratio", "target", "");
        for (Comparison pair : comparisons) {
            String format = pair.figure() == Figure.CPU ? "%.2f" : "%,.0f";
            row(
                    RATIO_ROW,
                    pair.scenario().label(),
                    pair.figure().label(),
                    number(format, pair.ours()),
                    pair.peer() + " " + pair.peerVariant().label(),
                    number(format, pair.theirs()),
                    number("%.2f", pair.ratio()),
                    pair.target().map(Target::words).orElse(ABSENT),
                    verdict(pair.met()));
        }
    }

    /** Shown whole: what of it the workload's own objects take is known to the reader of the workload only. */
    private void bytes(List<Result> results) {
        for (Result result : results) {
            Double bytes = result.median(Figure.BYTES_PER_TUPLE);
            boolean limited = result.scenario() == Scenario.W1 || result.scenario() == Scenario.W2;
            if (bytes != null && limited && result.engine().equals(Comparison.OURS)) {
                text.append(String.format(
                        Locale.ROOT,
                        "%s gale %s: %.1f bytes a tuple with the user's own; target at most %.0f without them%n",
                        result.scenario().label(),
                        result.variant().label(),
                        bytes,
                        Target.MOST_BYTES_PER_TUPLE));
            }
        }
    }

    private void row(String format, Object... cells) {
        text.append(String.format(Locale.ROOT, format, cells).stripTrailing()).append(System.lineSeparator());
    }

    private static String verdict(Optional<Boolean> met) {
        return met.map(reached -> reached ? "met" : "MISSED").orElse("");
    }

    private static String whole(@Nullable Double value) {
        return number("%,.0f", value);
    }

    private static String number(String format, @Nullable Double value) {
        return value == null ? ABSENT : String.format(Locale.ROOT, format, value);
    }
}
