package dev.gale.examples.wordcount;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The words of a text the slow and obvious way. */
final class ReferenceCount {
    private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

    private ReferenceCount() {}

    /** Words by place. */
    static Map<Long, String> places(byte[] text) {
        Map<Long, String> words = new TreeMap<>();
        for (MatchResult match : matches(text)) {
            words.put((long) match.start(), match.group().toLowerCase(Locale.ROOT));
        }
        return words;
    }

    /** The table as text. */
    static String table(List<byte[]> texts) {
        Map<String, Long> counts = new TreeMap<>();
        texts.forEach(text -> places(text).values().forEach(word -> counts.merge(word, 1L, Long::sum)));
        StringBuilder table = new StringBuilder();
        counts.entrySet().stream()
                .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
                .forEach(row -> table.append(row.getKey())
                        .append('\t')
                        .append(row.getValue())
                        .append('\n'));
        return table.toString();
    }

    private static List<MatchResult> matches(byte[] text) {
        return WORD.matcher(new String(text, StandardCharsets.ISO_8859_1))
                .results()
                .toList();
    }
}
