package dev.gale.engine.topology;

import dev.gale.api.Config;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A kind of config value: takes what a map, YAML, JSON or a command line gives and makes it one plain value, such as 30 of "30".
 */
interface ConfigValue {
    /** @return the value, or null if it is not of this kind */
    @Nullable
    Object convert(Object value);

    /** What is accepted, to go on after "give". */
    String wanted();

    /** What is wrong with a value that is not of this kind, where {@link #wanted} alone does not tell. */
    default Optional<String> complaint(Object value) {
        return Optional.empty();
    }

    /** A whole number as an Integer. Texts and fractions that are whole, such as 4.0, are taken. */
    record Whole(int min, int max) implements ConfigValue {
        @Override
        public @Nullable Object convert(Object value) {
            BigDecimal number = number(value);
            if (number == null
                    || number.compareTo(BigDecimal.valueOf(min)) < 0
                    || number.compareTo(BigDecimal.valueOf(max)) > 0
                    || number.remainder(BigDecimal.ONE).signum() != 0) {
                return null;
            }
            return number.intValue();
        }

        @Override
        public String wanted() {
            return "a whole number from " + min + " to " + max;
        }
    }

    /** A period in seconds of at least a millisecond, as an Integer if it is whole, else as a Double. */
    record Seconds() implements ConfigValue {
        private static final BigDecimal MIN = new BigDecimal("0.001");
        private static final BigDecimal MAX = BigDecimal.valueOf(Integer.MAX_VALUE);

        @Override
        public @Nullable Object convert(Object value) {
            BigDecimal number = number(value);
            if (number == null || number.compareTo(MIN) < 0 || number.compareTo(MAX) > 0) {
                return null;
            }
            if (number.remainder(BigDecimal.ONE).signum() == 0) {
                return number.intValue();
            }
            return number.doubleValue();
        }

        @Override
        public String wanted() {
            return "a number of seconds from " + MIN + " to " + MAX;
        }
    }

    /** A Boolean; "true" and "false" are taken. */
    record Flag() implements ConfigValue {
        @Override
        public @Nullable Object convert(Object value) {
            if (value instanceof Boolean) {
                return value;
            }
            return switch (value.toString().trim().toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> null;
            };
        }

        @Override
        public String wanted() {
            return "true or false";
        }
    }

    /** One of a few words, in small letters. */
    record Word(Set<String> words) implements ConfigValue {
        @Override
        public @Nullable Object convert(Object value) {
            String word = value.toString().trim().toLowerCase(Locale.ROOT);
            return words.contains(word) ? word : null;
        }

        @Override
        public String wanted() {
            return "one of " + new TreeSet<>(words);
        }
    }

    /** The list under {@link Config#TOPOLOGY_KRYO_REGISTER}: class names and maps of one class name to its serializer's. */
    record Registrations() implements ConfigValue {
        @Override
        public @Nullable Object convert(Object value) {
            if (!(value instanceof List<?> list)) {
                return null;
            }
            Map<String, Object> byType = new LinkedHashMap<>();
            for (Object item : list) {
                Object plain = item instanceof Map<?, ?> map ? entry(map) : isName(item) ? item : null;
                if (plain == null) {
                    return null;
                }
                String type = plain instanceof Map<?, ?> map
                        ? map.keySet().iterator().next().toString()
                        : plain.toString();
                Object before = byType.putIfAbsent(type, plain);
                if (before != null && !before.equals(plain)) {
                    return null;
                }
            }
            return List.copyOf(byType.values());
        }

        @Override
        public String wanted() {
            return "a list of class names, or maps of a class name to its serializer's, each class with one serializer";
        }

        private static @Nullable Object entry(Map<?, ?> map) {
            boolean named = map.size() == 1
                    && map.keySet().stream().allMatch(Registrations::isName)
                    && map.values().stream().allMatch(Registrations::isName);
            return named ? Map.copyOf(map) : null;
        }

        private static boolean isName(@Nullable Object name) {
            return name instanceof String text && !text.isBlank();
        }
    }

    /** Options of a JVM, as a list with one in each item. */
    record Options() implements ConfigValue {
        @Override
        public @Nullable Object convert(Object value) {
            return complaint(value).isPresent() ? null : JvmOptions.ofTopology(value);
        }

        @Override
        public String wanted() {
            return "options of a JVM that neither name other classes nor are the supervisor's, as a text or a list of texts";
        }

        @Override
        public Optional<String> complaint(Object value) {
            try {
                JvmOptions.ofTopology(value);
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
    }

    /** More digits before or behind the point than any setting takes; rounding a number with more could take hours. */
    int MAX_DIGITS = 1_000;

    /** Of a number, or a text that is one; null for anything else, infinities and outlandish exponents included. */
    private static @Nullable BigDecimal number(Object value) {
        if (!(value instanceof Number) && !(value instanceof String)) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(value.toString().trim());
            return Math.abs((long) number.scale()) > MAX_DIGITS || number.precision() > MAX_DIGITS ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
