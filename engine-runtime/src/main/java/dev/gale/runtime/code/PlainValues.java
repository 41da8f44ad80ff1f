package dev.gale.runtime.code;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of configurations as JSON and back, each number of the class that it had: what a spout reads from its configuration is the
 * same in local mode and in a cluster.
 *
 * <p>JSON tells texts, booleans, null, whole numbers (an Integer, or a Long if it is too large for one) and fractions (a Double). A
 * number of another class is an object of one field, whose name is {@code $} and the class, such as {@code {"$long":"5"}}; a map
 * that looks like one is put into another, under {@code $map}. A collection of any kind becomes a list.
 */
final class PlainValues {
    /** Deeper than what anyone writes by hand, and far from what a stack holds. */
    static final int MAX_DEPTH = 32;

    private static final String ACCEPTED = "use text, numbers, booleans, and lists and maps of these";
    private static final int MAX_DIGITS = 1_000;

    /** A null in a config is a word of its own: not set. */
    private static final JSON WITH_NULLS = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

    private PlainValues() {}

    /** The bytes of what {@link #write} gave, or of an object around it. */
    static byte[] encode(Map<String, ?> json) throws IOException {
        return WITH_NULLS.asBytes(json);
    }

    /** @throws IllegalArgumentException naming the key and what is wrong with its value */
    static Map<String, @Nullable Object> write(Map<String, ?> values) {
        return writeMap("", values, 1);
    }

    /** @throws IllegalArgumentException naming the key and what is wrong with its value */
    static Map<String, Object> read(Map<String, ?> json) {
        return readMap("", json, 1);
    }

    private static Map<String, @Nullable Object> writeMap(String path, Map<?, ?> map, int depth) {
        checkDepth(path, depth);
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw new IllegalArgumentException(shown(path) + " has the key " + key + ", which is no text");
            }
            written.put(name, write(below(path, name), value, depth));
        });
        return written;
    }

    private static @Nullable Object write(String path, @Nullable Object value, int depth) {
        if (value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Double number && Double.isFinite(number)) {
            return value;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> written = writeMap(path, map, depth + 1);
            return isTagged(written) ? Map.of("$map", written) : written;
        }
        if (value instanceof Collection<?> items) {
            checkDepth(path, depth + 1);
            List<@Nullable Object> written = new ArrayList<>();
            for (Object item : items) {
                written.add(write(path, item, depth + 1));
            }
            return written;
        }
        if (value instanceof Long number && number != number.intValue()) {
            return value;
        }
        return Map.of(tag(path, value), text(path, value));
    }

    private static String tag(String path, Object value) {
        if (value instanceof Long) {
            return "$long";
        } else if (value instanceof Short) {
            return "$short";
        } else if (value instanceof Byte) {
            return "$byte";
        } else if (value instanceof Float) {
            return "$float";
        } else if (value instanceof Double) {
            return "$double";
        } else if (value instanceof BigInteger) {
            return "$integer";
        } else if (value instanceof BigDecimal) {
            return "$decimal";
        }
        throw new IllegalArgumentException(
                shown(path) + " has a " + value.getClass().getName() + "; " + ACCEPTED);
    }

    private static String text(String path, Object value) {
        String text = value.toString();
        if (text.length() > MAX_DIGITS) {
            throw new IllegalArgumentException(
                    shown(path) + " has a number of " + text.length() + " digits; give " + MAX_DIGITS + " at most");
        }
        return text;
    }

    private static Map<String, Object> readMap(String path, Map<?, ?> json, int depth) {
        checkDepth(path, depth);
        Map<String, Object> read = new LinkedHashMap<>();
        json.forEach((key, value) -> {
            String name = String.valueOf(key);
            putNullable(read, name, read(below(path, name), value, depth));
        });
        return Collections.unmodifiableMap(read);
    }

    private static @Nullable Object read(String path, @Nullable Object json, int depth) {
        if (json instanceof Map<?, ?> map) {
            return isTagged(map) ? readTagged(path, map, depth) : readMap(path, map, depth + 1);
        }
        if (json instanceof List<?> items) {
            checkDepth(path, depth + 1);
            List<@Nullable Object> read = new ArrayList<>();
            for (Object item : items) {
                read.add(read(path, item, depth + 1));
            }
            return Collections.unmodifiableList(read);
        }
        return json;
    }

    private static Object readTagged(String path, Map<?, ?> json, int depth) {
        Map.Entry<?, ?> only = json.entrySet().iterator().next();
        String tag = String.valueOf(only.getKey());
        if (tag.equals("$map") && only.getValue() instanceof Map<?, ?> map) {
            return readMap(path, map, depth + 1);
        }
        if (!(only.getValue() instanceof String text) || text.length() > MAX_DIGITS) {
            throw new IllegalArgumentException(shown(path) + " has a " + tag + " that is none");
        }
        try {
            return switch (tag) {
                case "$long" -> Long.valueOf(text);
                case "$short" -> Short.valueOf(text);
                case "$byte" -> Byte.valueOf(text);
                case "$float" -> Float.valueOf(text);
                case "$double" -> Double.valueOf(text);
                case "$integer" -> new BigInteger(text);
                case "$decimal" -> new BigDecimal(text);
                default ->
                    throw new IllegalArgumentException(
                            shown(path) + " has a " + tag + ", which this version does not know");
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(shown(path) + " has a " + tag + " that is none: " + text, e);
        }
    }

    private static boolean isTagged(Map<?, ?> map) {
        return map.size() == 1 && String.valueOf(map.keySet().iterator().next()).startsWith("$");
    }

    private static void checkDepth(String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(shown(path) + " is nested deeper than " + MAX_DEPTH + " lists and maps");
        }
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The first few letters of a path, which comes from outside. */
    private static String shown(String path) {
        return path.isEmpty() ? "it" : "'" + (path.length() > 100 ? path.substring(0, 100) + "…" : path) + "'";
    }

    /** Values are {@code null} where an author put a null; the maps of the API do not say so in their types. */
    @SuppressWarnings("NullAway")
    private static void putNullable(Map<String, Object> map, String name, @Nullable Object value) {
        map.put(name, value);
    }
}
