package dev.gale.spi.plugin;

import java.util.Collection;
import java.util.Optional;

/** Finds what somebody who mistyped a name may have meant. */
final class NearestName {
    private NearestName() {}

    /** The candidate with the fewest edits, unless it takes more than a third of the name's letters (at least two). */
    static Optional<String> of(String name, Collection<String> candidates) {
        int allowed = Math.max(2, name.length() / 3);
        String nearest = null;
        int fewest = allowed + 1;
        for (String candidate : candidates) {
            int edits = edits(name, candidate);
            if (edits < fewest) {
                nearest = candidate;
                fewest = edits;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static int edits(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
