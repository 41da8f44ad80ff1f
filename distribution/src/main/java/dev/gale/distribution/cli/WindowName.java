package dev.gale.distribution.cli;

import dev.gale.control.Window;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Windows as they are written on the command line. */
final class WindowName {
    private static final Map<String, Window> NAMES = new TreeMap<>(
            Map.of("10m", Window.TEN_MINUTES, "3h", Window.THREE_HOURS, "1d", Window.ONE_DAY, "all", Window.ALL_TIME));

    private WindowName() {}

    /** @throws IllegalArgumentException if there is none of this name */
    static Window parse(String text) {
        Window window = NAMES.get(text.toLowerCase(Locale.ROOT));
        if (window == null) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no window; there are " + String.join(", ", NAMES.keySet()));
        }
        return window;
    }
}
