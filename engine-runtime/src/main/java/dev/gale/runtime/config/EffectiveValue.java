package dev.gale.runtime.config;

/**
 * A value that holds, for people.
 *
 * @param shown the value as it would be written, or {@code ***}; empty if there is none
 */
public record EffectiveValue(String key, String shown, Origin origin) {}
