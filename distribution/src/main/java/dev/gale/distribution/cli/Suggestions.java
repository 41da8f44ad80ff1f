package dev.gale.distribution.cli;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/** Guesses what a misspelt name was meant to be; says nothing when nothing is near. */
final class Suggestions {
    private Suggestions() {}

    /** A sentence's end, as in {@code ; did you mean 'list'?}; empty if no known name is near. */
    static String of(String name, Collection<String> known) {
        return nearest(name, known).map(it -> "; did you mean '" + it + "'?").orElse("");
    }

    static Optional<String> nearest(String name, Collection<String> known) {
        int most = Math.max(2, name.length() / 3);
        String nearest = null;
        for (String candidate : new TreeSet<>(known)) {
            int changes = changes(name, candidate);
            if (changes <= most && changes < candidate.length()) {
                most = changes - 1;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Letters to insert, delete, replace, or swap with their neighbours. */
    private static int changes(String from, String to) {
        int[][] table = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                    continue;
                }
                int replaced = table[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                table[i][j] = Math.min(replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (swapped) {
                    table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
                }
            }
        }
        return table[from.length()][to.length()];
    }
}
