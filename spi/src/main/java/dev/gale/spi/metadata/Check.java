package dev.gale.spi.metadata;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has to hold for a commit to be accepted.
 *
 * @param version the version that the key must have, for {@link Kind#UNCHANGED} alone
 */
public record Check(Key key, Kind kind, @Nullable Version version) {
    /** How a key is checked. */
    public enum Kind {
        /** The key exists and has this very version. */
        UNCHANGED,
        /** The key exists, in any version. */
        PRESENT,
        /** The key does not exist. */
        ABSENT
    }

    public Check {
        Objects.requireNonNull(key, "key");
        if ((kind == Kind.UNCHANGED) != (version != null)) {
            throw new IllegalArgumentException(
                    "UNCHANGED needs a version and the others none: " + kind + " " + version);
        }
    }

    public static Check unchanged(Key key, Version version) {
        return new Check(key, Kind.UNCHANGED, version);
    }

    public static Check present(Key key) {
        return new Check(key, Kind.PRESENT, null);
    }

    public static Check absent(Key key) {
        return new Check(key, Kind.ABSENT, null);
    }
}
