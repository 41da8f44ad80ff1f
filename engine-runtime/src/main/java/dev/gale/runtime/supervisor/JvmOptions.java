package dev.gale.runtime.supervisor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JVM options as users write them: words between white space, with quotes around what holds some, and names between percent signs for
 * what is known at the launch only. No shell ever sees them. In single quotes everything is itself; in double quotes a backslash
 * takes the special meaning from a double quote and a backslash; outside quotes it means nothing.
 */
final class JvmOptions {
    private static final Pattern NAME = Pattern.compile("%[A-Z][A-Z-]*%");

    /** Would run something else than a worker, or with other classes. */
    private static final Pattern NOT_OURS = Pattern.compile(
            "-jar|-cp|-classpath|--class-path(=.*)?|-p|--module-path(=.*)?|-m|--module(=.*)?|-version|--version|-h|-help|--help|-\\?");

    private JvmOptions() {}

    /**
     * Splits first and fills in then, so that no value is ever split.
     *
     * @param values by name, such as {@code %ID%}
     * @throws IllegalArgumentException if it is not written well, or no option
     */
    static List<String> of(String text, Map<String, String> values) {
        return split(text).stream()
                .map(word -> filledIn(word, values))
                .map(JvmOptions::checked)
                .toList();
    }

    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        int quotedSince = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && !Character.isWhitespace(c)) {
                throw new IllegalArgumentException("The control character U+" + String.format("%04X", (int) c)
                        + " at position " + i + " is not allowed in JVM options");
            }
            if (quote != 0) {
                boolean escapes = quote == '"' && c == '\\' && i + 1 < text.length();
                if (escapes && (text.charAt(i + 1) == '"' || text.charAt(i + 1) == '\\')) {
                    word.append(text.charAt(++i));
                } else if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                quotedSince = i;
                inWord = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException(
                    "The quote " + quote + " at position " + quotedSince + " is not closed: " + text);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    private static String filledIn(String word, Map<String, String> values) {
        Matcher names = NAME.matcher(word);
        StringBuilder filled = new StringBuilder();
        while (names.find()) {
            String value = values.get(names.group());
            if (value == null) {
                throw new IllegalArgumentException(
                        "'" + names.group() + "' is no name that is filled in; there are " + values.keySet());
            }
            names.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return names.appendTail(filled).toString();
    }

    private static String checked(String word) {
        if (!word.startsWith("-")) {
            throw new IllegalArgumentException("'" + word
                    + "' is no JVM option: those begin with '-', and '=' is between an option and its value");
        }
        if (NOT_OURS.matcher(word).matches()) {
            throw new IllegalArgumentException("'" + word + "' cannot be set for a worker");
        }
        return word;
    }
}
