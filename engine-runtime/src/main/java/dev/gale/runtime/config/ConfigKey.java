package dev.gale.runtime.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A key that the engine knows.
 *
 * @param type what it takes
 * @param fallback what holds when nobody sets it; none if that is up to whoever asks, or another key's value
 * @param sameAs the key whose value holds then
 */
public record ConfigKey<T>(
        String name,
        ConfigType<T> type,
        Optional<T> fallback,
        @Nullable ConfigKey<T> sameAs) {
    private static final int MOST_SHOWN = 60;

    static <T> ConfigKey<T> of(String name, ConfigType<T> type, T fallback) {
        return new ConfigKey<>(name, type, Optional.of(fallback), null);
    }

    static <T> ConfigKey<T> optional(String name, ConfigType<T> type) {
        return new ConfigKey<>(name, type, Optional.empty(), null);
    }

    static <T> ConfigKey<T> sameAs(ConfigKey<T> other, String name) {
        return new ConfigKey<>(name, other.type(), Optional.empty(), other);
    }

    /** The typed value of an entry, or nothing and a problem. */
    Optional<T> convert(ConfigEntry entry, Consumer<ConfigProblem> problems) {
        Object value = entry.value();
        Optional<T> converted = value == null ? Optional.empty() : type.parser().apply(value);
        if (converted.isEmpty()) {
            problems.accept(new ConfigProblem(entry.origin(), name, shown(value) + "; it takes " + type.wanted()));
        }
        return converted;
    }

    private String shown(@Nullable Object value) {
        if (value == null) {
            return "has no value";
        }
        if (type.secret()) {
            return "cannot be used";
        }
        if (value instanceof Map<?, ?>) {
            return "is a section";
        }
        String text = value instanceof List<?> ? value.toString() : "'" + value + "'";
        return "is " + (text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text);
    }
}
