package dev.gale.engine.executor;

import java.util.function.Supplier;

/** A line of the trace, made of the author's values: their texts are user code, and may be long. */
final class TraceText {
    private static final int LONGEST = 16_000;

    private TraceText() {}

    /** Never throws what the values' own code throws. */
    static String of(String what, Supplier<String> values) {
        String text;
        try {
            text = values.get();
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            text = "values that cannot be shown, since that throws "
                    + e.getClass().getName();
        }
        return what + " " + (text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text);
    }
}
