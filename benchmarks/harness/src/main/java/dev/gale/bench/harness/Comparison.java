package dev.gale.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One figure of Gale's defaults beside the same figure of a peer. */
record Comparison(
        Scenario scenario,
        Figure figure,
        double ours,
        String peer,
        Variant peerVariant,
        double theirs,
        Optional<Target> target) {
    static final String OURS = "gale";
    private static final String STORM = "storm";

    double ratio() {
        return ours / theirs;
    }

    /** Whether the target is met; empty where there is none. */
    Optional<Boolean> met() {
        return target.map(aim -> aim.metBy(ratio()));
    }

    /** Pair by pair, in the order of the results; of W5 the latencies and the cpu, of the others the throughput. */
    static List<Comparison> of(List<Result> results) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Result ours : results) {
            if (ours.engine().equals(OURS) && ours.variant() == Variant.DEFAULT) {
                for (Result theirs : results) {
                    if (!theirs.engine().equals(OURS)
                            && theirs.scenario() == ours.scenario().ofPeers()) {
                        compare(ours, theirs, comparisons);
                    }
                }
            }
        }
        return comparisons;
    }

    private static void compare(Result ours, Result theirs, List<Comparison> into) {
        List<Figure> figures = ours.scenario().paced()
                ? List.of(Figure.P50, Figure.P99, Figure.P999, Figure.CPU)
                : List.of(Figure.THROUGHPUT);
        for (Figure figure : figures) {
            Double left = ours.median(figure);
            Double right = theirs.median(figure);
            if (left != null && right != null) {
                into.add(new Comparison(
                        ours.scenario(),
                        figure,
                        left,
                        theirs.engine(),
                        theirs.variant(),
                        right,
                        target(ours.scenario(), figure, theirs)));
            }
        }
    }

    private static Optional<Target> target(Scenario scenario, Figure figure, Result theirs) {
        if (!theirs.engine().equals(STORM) || theirs.variant() != Variant.TUNED) {
            return Optional.empty();
        }
        return Target.ALL.stream()
                .filter(target -> target.scenario() == scenario && target.figure() == figure)
                .findFirst();
    }
}
