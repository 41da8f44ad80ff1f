package dev.gale.distribution.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write and read them. */
final class Durations {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|)");

    private Durations() {}

    /** @throws IllegalArgumentException if it is none; a number alone is seconds */
    static Duration parse(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no time; write seconds, or a number with ms, s, m or h, as in 500ms or 2m");
        }
        double unitMillis = switch (written.group(2)) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1_000;
        };
        return Duration.ofMillis(Math.round(Double.parseDouble(written.group(1)) * unitMillis));
    }

    /** The two largest units, as in {@code 1h 2m}. */
    static String text(long millis) {
        long seconds = millis / 1_000;
        if (seconds < 60) {
            return millis < 1_000 ? millis + "ms" : seconds + "s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + "m " + seconds % 60 + "s";
        }
        return seconds < 86_400
                ? seconds / 3_600 + "h " + seconds / 60 % 60 + "m"
                : seconds / 86_400 + "d " + seconds / 3_600 % 24 + "h";
    }
}
