package dev.gale.runtime.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A text that appears in no message: its {@code toString} is {@code ***}. */
public final class Secret {
    private final String text;

    public Secret(String text) {
        this.text = text;
    }

    /** The text itself, for the one who needs it. */
    public String reveal() {
        return text;
    }

    /** Takes as long for a near miss as for a far one. */
    public boolean matches(String other) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && matches(secret.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
