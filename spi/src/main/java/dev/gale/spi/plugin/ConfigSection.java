package dev.gale.spi.plugin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one adapter, read once while it opens. The values never change; what changes is the list of problems.
 *
 * <p>A getter that finds a problem notes it and answers the default, or a harmless stand-in when there is none, so that
 * one pass finds every problem. The factory then calls {@link #rejectProblems()} before it touches anything: that
 * throws one exception that lists them all, and every key that no getter asked for. Messages never show a value of a
 * text setting, since it may be a secret.
 *
 * <p>Not thread-safe.
 */
public final class ConfigSection {
    /** But for an address of IPv6, which has brackets of its own. */
    private static final Pattern BRACKETED = Pattern.compile("\\s*\\[(?![^,]*:[^,]*:[^,]*\\]\\s*$)([^\\[\\]]*)\\]\\s*");

    private static final Pattern QUOTED = Pattern.compile("(['\"])(.*)\\1");
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]*)");

    private final String name;
    private final Map<String, Object> values;
    private final TreeSet<String> asked = new TreeSet<>();
    private final Map<String, ConfigSection> children = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private ConfigSection(String name, Map<String, ?> values) {
        this.name = name;
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * A section over a copy of {@code values}.
     *
     * @param values text, numbers, booleans, lists of these, and maps for sections within, as a YAML reader gives them
     */
    public static ConfigSection of(String name, Map<String, ?> values) {
        return new ConfigSection(Objects.requireNonNull(name, "name"), values);
    }

    /** A section without settings. */
    public static ConfigSection empty(String name) {
        return of(name, Map.of());
    }

    /** The section's name as the user wrote it, such as {@code "zookeeper"}. */
    public String name() {
        return name;
    }

    /** The settings as they were given. Looking in here does not count as asking for them. */
    public Map<String, Object> values() {
        return values;
    }

    public String string(String key) {
        return required(key, "", ConfigSection::parseString);
    }

    public String string(String key, String defaultValue) {
        return optional(key, defaultValue, ConfigSection::parseString);
    }

    public int integer(String key) {
        return required(key, 0, ConfigSection::parseInteger);
    }

    public int integer(String key, int defaultValue) {
        return optional(key, defaultValue, ConfigSection::parseInteger);
    }

    public long longInteger(String key) {
        return required(key, 0L, ConfigSection::parseLong);
    }

    public long longInteger(String key, long defaultValue) {
        return optional(key, defaultValue, ConfigSection::parseLong);
    }

    public boolean bool(String key) {
        return required(key, false, ConfigSection::parseBool);
    }

    public boolean bool(String key, boolean defaultValue) {
        return optional(key, defaultValue, ConfigSection::parseBool);
    }

    /**
     * A time such as {@code "500ms"}, {@code "10s"}, {@code "5m"}, {@code "1h"} or {@code "7d"}; the unit is required.
     */
    public Duration duration(String key) {
        return required(key, Duration.ZERO, ConfigSection::parseDuration);
    }

    /** As {@link #duration(String)}, with a default. */
    public Duration duration(String key, Duration defaultValue) {
        return optional(key, defaultValue, ConfigSection::parseDuration);
    }

    /** A size such as {@code "512KiB"}, {@code "8MiB"}, {@code "1GiB"}, or a plain number of bytes. */
    public long bytes(String key) {
        return required(key, 0L, ConfigSection::parseBytes);
    }

    /** As {@link #bytes(String)}, with a default. */
    public long bytes(String key, long defaultValue) {
        return optional(key, defaultValue, ConfigSection::parseBytes);
    }

    /** A list of texts: a YAML list, or one text with commas. */
    public List<String> list(String key) {
        return required(key, List.of(), ConfigSection::parseList);
    }

    /** As {@link #list(String)}, with a default. */
    public List<String> list(String key, List<String> defaultValue) {
        return optional(key, List.copyOf(defaultValue), ConfigSection::parseList);
    }

    /**
     * A section within this one, such as {@code tls}; without settings when the key is absent. Its problems count here.
     */
    public ConfigSection section(String key) {
        asked.add(key);
        return children.computeIfAbsent(key, this::child);
    }

    /** True when the key is there, whatever its value. Counts as asking for it. */
    public boolean has(String key) {
        asked.add(key);
        return values.containsKey(key);
    }

    /** Notes a problem that only the adapter can see, such as a port out of range. */
    public void problem(String key, String what) {
        problems.add(name + "." + key + ": " + what);
    }

    /** Every problem so far, keys that nobody asked for included. */
    public List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        for (String key : values.keySet()) {
            if (!asked.contains(key)) {
                all.add(name + "." + key + ": unknown key" + suggestion(key));
            }
        }
        children.values().forEach(child -> all.addAll(child.problems()));
        return List.copyOf(all);
    }

    /**
     * Ends the reading. A host calls it again after {@code open}, for the adapter that forgot.
     *
     * @throws EngineException of category REJECTED that lists every problem, if there is one
     */
    public void rejectProblems() {
        List<String> all = problems();
        if (!all.isEmpty()) {
            String heading = "section '" + name + "' has " + (all.size() == 1 ? "a problem" : all.size() + " problems");
            throw new EngineException(EngineException.Category.REJECTED, heading + ": " + String.join("; ", all));
        }
    }

    /** The name and the keys; never a value. */
    @Override
    public String toString() {
        return name + values.keySet();
    }

    private String suggestion(String key) {
        Optional<String> nearest = NearestName.of(key, asked);
        if (nearest.isPresent()) {
            return ", did you mean '" + nearest.get() + "'?";
        }
        return asked.isEmpty() ? "" : " (known: " + String.join(", ", asked) + ")";
    }

    private ConfigSection child(String key) {
        Object value = values.get(key);
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> settings = new LinkedHashMap<>();
            map.forEach((childKey, childValue) -> settings.put(String.valueOf(childKey), childValue));
            return of(name + "." + key, settings);
        }
        if (value != null) {
            problem(key, "expected a section, was " + kind(value));
        }
        return empty(name + "." + key);
    }

    private <T> T required(String key, T standIn, Function<Object, T> parser) {
        if (!has(key)) {
            problem(key, "is required");
            return standIn;
        }
        return parse(key, standIn, parser);
    }

    private <T> T optional(String key, T defaultValue, Function<Object, T> parser) {
        return has(key) ? parse(key, defaultValue, parser) : defaultValue;
    }

    private <T> T parse(String key, T standIn, Function<Object, T> parser) {
        @Nullable Object value = values.get(key);
        if (value == null) {
            problem(key, "has no value");
            return standIn;
        }
        try {
            return parser.apply(value);
        } catch (UnfitException e) {
            problem(key, String.valueOf(e.getMessage()));
            return standIn;
        }
    }

    private static String parseString(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        throw new UnfitException("expected a text, was " + kind(value));
    }

    private static int parseInteger(Object value) {
        long number = parseLong(value);
        if (number != (int) number) {
            throw new UnfitException("is too large: " + number);
        }
        return (int) number;
    }

    private static long parseLong(Object value) {
        String expected = "expected a whole number, was " + shown(value);
        if (!(value instanceof Number || value instanceof String)) {
            throw new UnfitException(expected);
        }
        try {
            return new BigDecimal(value.toString().trim()).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new UnfitException(expected);
        }
    }

    private static boolean parseBool(Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof String text && (text.equals("true") || text.equals("false"))) {
            return text.equals("true");
        }
        throw new UnfitException("expected true or false, was " + shown(value));
    }

    private static Duration parseDuration(Object value) {
        String expected = "expected a time with a unit (ms, s, m, h, d) such as \"10s\", was " + shown(value);
        Matcher amount = AMOUNT.matcher(value.toString().trim());
        if (!(value instanceof String) || !amount.matches()) {
            throw new UnfitException(expected);
        }
        long number = Long.parseLong(amount.group(1));
        try {
            return switch (amount.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> throw new UnfitException(expected);
            };
        } catch (ArithmeticException | DateTimeException e) {
            throw new UnfitException("is too long: " + shown(value));
        }
    }

    private static long parseBytes(Object value) {
        String expected = "expected a size (B, KiB, MiB, GiB) such as \"512KiB\", was " + shown(value);
        Matcher amount = AMOUNT.matcher(value.toString().trim());
        if (!(value instanceof String
                        || value instanceof Integer
                        || value instanceof Long
                        || value instanceof BigInteger)
                || !amount.matches()) {
            throw new UnfitException(expected);
        }
        long unit = switch (amount.group(2)) {
            case "", "B" -> 1L;
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            default -> throw new UnfitException(expected);
        };
        try {
            return Math.multiplyExact(Long.parseLong(amount.group(1)), unit);
        } catch (ArithmeticException e) {
            throw new UnfitException("is too large: " + shown(value));
        }
    }

    private static List<String> parseList(Object value) {
        List<String> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                if (item == null) {
                    throw new UnfitException("has an item without a value");
                }
                items.add(parseString(item));
            }
        } else {
            items.addAll(listed(parseString(value)));
        }
        return List.copyOf(items);
    }

    /** The items of a text such as {@code a, b} or {@code [a, "b"]}: where there is no YAML, in a flag or a variable, a list is a text. */
    public static List<String> listed(String text) {
        Matcher bracketed = BRACKETED.matcher(text);
        List<String> items = new ArrayList<>();
        for (String item : (bracketed.matches() ? bracketed.group(1) : text).split(",", -1)) {
            Matcher quoted = QUOTED.matcher(item.trim());
            if (!item.isBlank()) {
                items.add(quoted.matches() ? quoted.group(2) : item.trim());
            }
        }
        return List.copyOf(items);
    }

    private static String shown(Object value) {
        return value instanceof Map || value instanceof List ? kind(value) : "'" + value + "'";
    }

    private static String kind(Object value) {
        if (value instanceof Map) {
            return "a section";
        }
        return value instanceof List ? "a list" : "a single value";
    }

    /** A value that does not fit its getter; never leaves this class. */
    private static final class UnfitException extends RuntimeException {
        UnfitException(String message) {
            super(message, null, false, false);
        }
    }
}
