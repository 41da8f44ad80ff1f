package dev.gale.engine.topology;

import java.util.Collection;
import java.util.TreeSet;

/** Guesses what a misspelt name was meant to be. */
public final class Nearest {
    private Nearest() {}

    /** More known names than this are not listed. */
    private static final int FEW = 10;

    /**
     * A remedy that names the known name with the fewest letters to change, the first in order of several; if these are more than a
     * third, it was not meant, and the remedy lists what there is.
     */
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
        if (nearest == null) {
            return "there is none";
        }
        if (fewest <= Math.max(1, name.length() / 3)) {
            return "did you mean '" + nearest + "'?";
        }
        return known.size() <= FEW ? "there are " + new TreeSet<>(known) : "there is none like it";
    }

    /** Letters that are put in, left out, replaced, or swapped with their neighbour. */
    private static int changes(String from, String to) {
        int[] twoAbove = new int[0];
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
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], twoAbove[j - 2] + 1);
                }
            }
            twoAbove = above;
            above = row;
        }
        return above[to.length()];
    }
}
