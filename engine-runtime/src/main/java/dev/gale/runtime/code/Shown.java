package dev.gale.runtime.code;

/** What came from outside, made fit for a message: of bearable length, on one line, and without letters that steer a terminal. */
final class Shown {
    private static final int MAX = 300;

    private Shown() {}

    static String of(Throwable failure) {
        String message = failure.getMessage();
        return of(message == null ? failure.toString() : message);
    }

    static String of(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (shown.length() >= MAX) {
                return shown.append('…').toString();
            }
            char letter = text.charAt(i);
            if (isPlain(letter)) {
                shown.append(letter);
            } else {
                shown.append(String.format("\\u%04x", (int) letter));
            }
        }
        return shown.toString();
    }

    private static boolean isPlain(char letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
