package dev.gale.engine.topology;

import java.util.Collection;
import java.util.TreeSet;

/** Guesses what a misspelt name was meant to be. */
public final class Nearest {
    private Nearest() {}

    /** A remedy that names the known name with the fewest letters to change, the first in order of several. */
    public static String remedy(String name, Collection<String> known) {
        String nearest = null;
        int fewest = Integer.MAX_VALUE;
        for (String candidate : new TreeSet<>(known)) {
            int changes = changes(name, candidate);
            if (changes < fewest) {
                fewest = changes;
                nearest = candidate;
            }
        }
        return nearest == null ? "there is none" : "did you mean '" + nearest + "'?";
    }

    /** The Levenshtein distance. */
    private static int changes(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j < above.length; j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[above.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
