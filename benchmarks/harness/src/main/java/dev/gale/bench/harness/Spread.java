package dev.gale.bench.harness;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The middle and the ends of one figure over the windows. */
record Spread(double median, double min, double max) {
    /** Empty if no window has the figure. */
    static Optional<Spread> of(Collection<@Nullable Double> figures) {
        List<Double> sorted = figures.stream().filter(Objects::nonNull).sorted().toList();
        if (sorted.isEmpty()) {
            return Optional.empty();
        }
        int upper = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(upper) : (sorted.get(upper - 1) + sorted.get(upper)) / 2;
        return Optional.of(new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1)));
    }
}
