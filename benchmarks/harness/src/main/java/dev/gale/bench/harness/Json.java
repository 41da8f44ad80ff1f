package dev.gale.bench.harness;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The little JSON that windows and results need, so that no engine gets a JSON library on its class path. */
final class Json {
    private static final MathContext SIX_DIGITS = new MathContext(6);
    private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\":\\s*(-?\\d[\\d.]*(?:[eE][+-]?\\d+)?)");

    private Json() {}

    /** One object on one line; values are strings, numbers or null, and the order is that of the map. */
    static String object(Map<String, ? extends @Nullable Object> fields) {
        return fields.entrySet().stream()
                .map(field -> quote(field.getKey()) + ": " + value(field.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** An object with one field a line, whose last field {@code listName} is a list of objects, each on a line. */
    static String document(
            Map<String, ? extends @Nullable Object> fields,
            String listName,
            List<? extends Map<String, ? extends @Nullable Object>> list) {
        StringBuilder text = new StringBuilder("{\n");
        fields.forEach((name, value) -> text.append("  ")
                .append(quote(name))
                .append(": ")
                .append(value(value))
                .append(",\n"));
        text.append("  ").append(quote(listName)).append(": [");
        if (!list.isEmpty()) {
            text.append(list.stream().map(Json::object).collect(Collectors.joining(",\n    ", "\n    ", "\n  ")));
        }
        return text.append("]\n}\n").toString();
    }

    /** The fields of a flat object whose values are numbers; other fields are left out. */
    static Map<String, Double> numbers(String object) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        Matcher matcher = NUMBER.matcher(object);
        while (matcher.find()) {
            numbers.put(matcher.group(1), Double.valueOf(matcher.group(2)));
        }
        return numbers;
    }

    private static String value(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof Double number) {
            return Double.isFinite(number)
                    ? new BigDecimal(number)
                            .round(SIX_DIGITS)
                            .stripTrailingZeros()
                            .toPlainString()
                    : "null";
        }
        return value instanceof Number ? value.toString() : quote(value.toString());
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
