package dev.gale.runtime.config;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One value as it was written.
 *
 * @param key all of it, with dots, whatever form it was written in
 * @param value a text, number, boolean, list or an empty map; null if there was a key and no value
 */
public record ConfigEntry(String key, @Nullable Object value, Origin origin) {
    public ConfigEntry {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(origin, "origin");
    }

    /** Without the value, which may be a secret. */
    @Override
    public String toString() {
        return key + " (" + origin + ")";
    }
}
