package dev.gale.control;

/**
 * A key of the configuration and what holds.
 *
 * @param value as JSON has it; {@code ***} for a secret
 * @param origin where it was set, for people: a default, a place in a file, a variable, a flag
 */
public record ConfigValue(String key, Object value, String origin) {
    /** What stands for a secret. */
    public static final String HIDDEN = "***";
}
