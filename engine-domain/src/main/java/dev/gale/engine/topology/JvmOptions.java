package dev.gale.engine.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JVM options as users write them: words between white space, with quotes around what holds some, and names between percent signs for
 * what is known at the launch only. No shell ever sees them. In single quotes everything is itself; in double quotes a backslash
 * takes the special meaning from a double quote and a backslash; outside quotes it means nothing.
 */
public final class JvmOptions {
    private static final Pattern NAME = Pattern.compile("%[A-Z][A-Z-]*%");

    /** What is known at a launch and can be filled in. */
    private static final Set<String> NAMES =
            Set.of("%ID%", "%WORKER-ID%", "%TOPOLOGY-ID%", "%WORKER-PORT%", "%HEAP-MEM%");

    /** Would run something else than a worker, or with other classes. */
    private static final Pattern NOT_OURS = Pattern.compile(
            "-jar|-cp|-classpath|--class-path(=.*)?|-Djava\\.class\\.path(=.*)?"
                    + "|-p|--module-path(=.*)?|--upgrade-module-path(=.*)?|--limit-modules(=.*)?|-m|--module(=.*)?|--source(=.*)?"
                    + "|--patch-module(=.*)?|-Xbootclasspath.*|-Djava\\.system\\.class\\.loader(=.*)?"
                    + "|-XX:Flags=.*|-XX:VMOptionsFile=.*"
                    + "|-d|--describe-module(=.*)?|--list-modules|--validate-modules|--dry-run"
                    + "|-version|--version|-fullversion|--full-version|-Xinternalversion|-h|-help|--help|-X|--help-extra|-\\?");

    /** Between a supervisor and its workers. */
    private static final Pattern SUPERVISORS = Pattern.compile("-Dgale\\..*", Pattern.DOTALL);

    /** Of all options of a topology, so that no operating system refuses the command line. */
    private static final int MAX_LENGTH = 16_384;

    private JvmOptions() {}

    /**
     * Splits first and fills in then, so that no value is ever split.
     *
     * @param values by name, such as {@code %ID%}
     * @throws IllegalArgumentException if it is not written well, or no option
     */
    public static List<String> of(String text, Map<String, String> values) {
        return of(split(text), values);
    }

    /** The same for options that are split already. */
    public static List<String> of(List<String> options, Map<String, String> values) {
        return options.stream()
                .map(word -> filledIn(word, values))
                .map(JvmOptions::checked)
                .toList();
    }

    /**
     * The options of one topology, split and not filled in.
     *
     * @param value a text, or a list with one option in each item
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static List<String> ofTopology(Object value) {
        List<String> options = value instanceof List<?> list ? texts(list) : split(text(value));
        int length = 0;
        for (String option : options) {
            length += option.length();
            names(option, NAMES);
            checked(option);
            if (SUPERVISORS.matcher(option).matches()) {
                throw new IllegalArgumentException(
                        "'" + option + "' is between a supervisor and its workers, and no topology sets it");
            }
        }
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "The options have " + length + " characters together, more than " + MAX_LENGTH);
        }
        return options;
    }

    private static List<String> texts(List<?> list) {
        List<String> texts = new ArrayList<>();
        for (Object item : list) {
            String text = text(item);
            for (int i = 0; i < text.length(); i++) {
                refuseControl(text, i);
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    private static String text(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("It is neither a text nor a list of texts");
    }

    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        int quotedSince = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            refuseControl(text, i);
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

    private static void refuseControl(String text, int position) {
        char c = text.charAt(position);
        if (Character.isISOControl(c) && !Character.isWhitespace(c)) {
            throw new IllegalArgumentException("The control character U+" + String.format("%04X", (int) c)
                    + " at position " + position + " is not allowed in JVM options");
        }
    }

    private static String filledIn(String word, Map<String, String> values) {
        names(word, values.keySet());
        return NAME.matcher(word).replaceAll(name -> Matcher.quoteReplacement(values.get(name.group())));
    }

    private static void names(String word, Set<String> known) {
        NAME.matcher(word)
                .results()
                .map(MatchResult::group)
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "'" + name + "' is no name that is filled in; there are " + new TreeSet<>(known));
                });
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
