package dev.gale.runtime.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The corpus of names that lead somewhere else, or do harm where they are shown. */
final class HostileNames {
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

    private HostileNames() {}

    static List<String> all() {
        try (InputStream in = HostileNames.class.getResourceAsStream("/hostile-names.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return Stream.concat(
                            text.lines().skip(1).map(HostileNames::unescaped),
                            Stream.of("a".repeat(256), "a".repeat(4096), "../".repeat(1000)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unescaped(String line) {
        return ESCAPE.matcher(line)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }
}
