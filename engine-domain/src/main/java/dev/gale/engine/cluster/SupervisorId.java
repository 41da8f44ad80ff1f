package dev.gale.engine.cluster;

import java.util.regex.Pattern;

/** Names one supervisor for as long as its local directory exists, over all its restarts. */
public record SupervisorId(String value) implements Comparable<SupervisorId> {
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    public SupervisorId {
        if (!VALID.matcher(value).matches()) {
            throw new IllegalArgumentException("'" + value
                    + "' names no supervisor; use 1 to 64 letters, digits, '.', '_' and '-', a letter or digit first");
        }
    }

    @Override
    public int compareTo(SupervisorId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
