package dev.gale.examples.selfcheck;

import java.io.Serializable;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Lines that follow from a seed: the line of an id is the same in every process and at every time.
 *
 * @param count the ids are 0 to below this
 */
public record SampleLines(long seed, long count) implements Serializable {
    private static final int MOST_WORDS = 12;
    private static final int VOCABULARY = 500;

    public SampleLines {
        if (count < 1) {
            throw new IllegalArgumentException("There is at least one line, not " + count);
        }
    }

    String text(long id) {
        SplittableRandom random = new SplittableRandom(seed ^ id * 0x9E3779B97F4A7C15L);
        StringJoiner text = new StringJoiner(" ");
        for (int words = random.nextInt(MOST_WORDS + 1); words > 0; words--) {
            text.add("w" + random.nextInt(VOCABULARY));
        }
        return text.toString();
    }

    /** The words of a text and how often each occurs in it, as one string, in the order of the words. */
    static String countWords(Iterable<String> words) {
        Map<String, Integer> counts = new TreeMap<>();
        words.forEach(word -> counts.merge(word, 1, Integer::sum));
        StringJoiner result = new StringJoiner(" ");
        counts.forEach((word, n) -> result.add(word + "=" + n));
        return result.toString();
    }
}
