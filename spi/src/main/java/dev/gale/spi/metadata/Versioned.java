package dev.gale.spi.metadata;

import dev.gale.spi.plugin.Bytes;
import java.util.Objects;

/**
 * A key that exists, as it was at some moment.
 *
 * @param requestId the {@linkplain Commit#requestId request} that wrote this state, by which a writer recognizes its
 * own
 */
public record Versioned(Key key, Version version, String requestId, Bytes value) {
    public Versioned {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(value, "value");
    }
}
